/**
 * Looks every minute at this server, and of all processes one every few minutes at sites and crawlers; that one sends, too.
 *
 * What holds, what was told and how far each channel has got is in the metadata store: a restart, or another process that takes over, goes on where this
 * one ended. A look that fails changes nothing and is made again.
 */
import { randomUUID } from 'node:crypto';
import { ALARM_KINDS, type AlarmSendState, type AlarmSettings, isDelivered } from '@footfall/contract';
import type { Logger } from 'pino';
import type { AlarmChannels, StoredChannel } from '../metadata/alarm-channels.js';
import type { AlarmSettingsStore } from '../metadata/alarm-settings.js';
import type { Alarms, Found } from '../metadata/alarms.js';
import type { Zone } from '../questions/zone.js';
import { startTicking } from '../ticking.js';
import { isWithin, lagging, shortOfDisk } from './judge.js';
import type { Said, Speaker } from './message.js';
import { sendTo } from './send.js';
import { judgeTraffic, type TrafficDeps } from './traffic.js';

export interface AlarmWatchDeps extends TrafficDeps {
  readonly alarms: Alarms;
  readonly channels: AlarmChannels;
  readonly settings: AlarmSettingsStore;
  readonly sites: () => readonly { readonly id: number; readonly domain: string }[];
  /** The installation's. */
  readonly zone: Zone;
  /** How this server is. */
  readonly server: { readonly name: string; readonly disk: () => Promise<{ readonly free: number; readonly total: number }>; readonly completeUpTo: () => number };
  /** The other processes of the installation, as they said last. */
  readonly others: () => readonly Other[];
  /** Whether this process may judge sites and send: one that only collects leaves it to others. */
  readonly leads: boolean;
  readonly publicUrl: string;
  readonly allowPrivate: boolean;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
  readonly everyMs?: number;
}

/** Another process. One that is silent is gone, and its journal waits for it to be started again. */
export interface Other {
  readonly name: string;
  readonly silent: boolean;
  readonly waitingRecords: number;
  readonly completeUpTo: number;
}

export interface AlarmWatch {
  /** Judges everything now, and sends what is due if this process is the one that does. @throws FootfallError of `store.*` */
  look(): Promise<void>;
  /** Sends a test message. */
  test(channel: StoredChannel): Promise<AlarmSendState>;
  stop(): Promise<void>;
}

const MINUTE = 60_000;
const JUDGE_EVERY = 5 * MINUTE;
/** Longer than a look and all sending take. */
const LEAD_FOR = 3 * MINUTE;
const MOST_AT_ONCE = 5;

/** Begins. */
export function startAlarmWatch({ alarms, channels, settings, sites, zone, server, others, leads, publicUrl, allowPrivate, log, now, everyMs = MINUTE, ...traffic }: AlarmWatchDeps): AlarmWatch {
  const owner = randomUUID();
  let judgedAt = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();

  async function ofServer({ disk, lag }: AlarmSettings['rules']): Promise<Found[]> {
    const short = disk.on ? shortOfDisk(await server.disk(), disk) : null;
    const late = lag.on ? lagging(now() - server.completeUpTo(), lag) : null;
    const about = { siteId: 0, subject: server.name };
    return [...(short === null ? [] : [{ kind: 'disk' as const, ...about, ...short }]), ...(late === null ? [] : [{ kind: 'lag' as const, ...about, ...late }])];
  }

  /** Of processes that are gone and can not say it themselves. */
  function ofTheGone({ lag }: AlarmSettings['rules']): Found[] {
    return others().filter(({ silent, waitingRecords }) => lag.on && silent && waitingRecords > 0).flatMap(({ name, completeUpTo }) => {
      const late = lagging(now() - completeUpTo, lag);
      return late === null ? [] : [{ kind: 'lag' as const, siteId: 0, subject: name, ...late }];
    });
  }

  function speakerOf({ language }: AlarmSettings): Speaker {
    const domains = new Map(sites().map(({ id, domain }) => [id, domain]));
    return { language, domainOf: (id) => domains.get(id) ?? '', local: (at) => zone.text(at), timeZone: zone.name, link: publicUrl === '' ? '' : `${publicUrl}/alarms` };
  }

  async function deliver(channel: StoredChannel, speaker: Speaker): Promise<void> {
    if (!channel.enabled || channel.nextAt > now()) return;
    for (const message of (await alarms.messages(channel.sentId)).slice(0, MOST_AT_ONCE)) {
      if (stopping.signal.aborted) return;
      const said: Said = { at: message.at, events: message.events };
      const state = await sendTo(channel, said, speaker, allowPrivate, stopping.signal);
      if (!isDelivered(state) && stopping.signal.aborted) return;
      await channels.sent(channel.id, state, message.id);
      if (!isDelivered(state)) {
        log.warn({ channel: channel.id, kind: channel.kind, state }, 'an alarm could not be sent; it is tried again');
        return;
      }
    }
  }

  /** Traffic is judged up to when all is stored that running processes took: what still waits there has not gone missing. */
  async function judged({ rules, except }: AlarmSettings): Promise<Found[]> {
    const left = new Set(except);
    const ids = sites().filter(({ domain }) => !left.has(domain)).map(({ id }) => id);
    const end = Math.floor(Math.min(now(), server.completeUpTo(), ...others().filter(({ silent, waitingRecords }) => !silent && waitingRecords > 0).map(({ completeUpTo }) => completeUpTo)) / MINUTE) * MINUTE;
    return judgeTraffic({ ...traffic, signal: stopping.signal }, rules, ids, end, zone);
  }

  async function once(asked: boolean): Promise<void> {
    const given = await settings.get();
    const own = await ofServer(given.rules);
    const isLeader = leads && (await alarms.lead(owner, LEAD_FOR));
    const found = isLeader ? [...own, ...ofTheGone(given.rules)] : own;
    const whole = asked || (isLeader && now() - judgedAt >= JUDGE_EVERY);
    // What is wrong with the server is noted before the store is asked: it may be why it does not answer.
    await alarms.note(found, null);
    if (whole) {
      try {
        const all = [...found, ...(await judged(given))];
        await alarms.note(all, { off: ALARM_KINDS.filter((kind) => !given.rules[kind].on) });
        judgedAt = now();
      } catch (error) {
        if (asked || stopping.signal.aborted) throw error;
        log.warn({ err: error }, 'alarms: sites and crawlers could not be judged; it is tried again');
      }
    }
    if (!isLeader || stopping.signal.aborted) return;
    const minute = Number(zone.text(now()).slice(11, 13)) * 60 + Number(zone.text(now()).slice(14, 16));
    await alarms.compose({ quiet: given.quiet.on && isWithin(minute, given.quiet), gap: given.gap * MINUTE });
    const speaker = speakerOf(given);
    await Promise.all((await channels.all()).map((channel) => deliver(channel, speaker)));
  }

  const ticking = startTicking(everyMs, () => once(false), (error) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'alarms: could not look; it is tried again');
  });

  return {
    look: () => ticking.inTurn(() => once(true)),
    async test(channel) {
      const state = await sendTo(channel, { at: now(), events: 'test' }, speakerOf(await settings.get()), allowPrivate, stopping.signal);
      await channels.sent(channel.id, state, null);
      return state;
    },
    async stop() {
      stopping.abort();
      await ticking.stop();
    },
  };
}
