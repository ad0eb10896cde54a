/** Where alarms are sent, and how far each place has got in the messages. */
import { alarmSendState, type AlarmChannelKind, type AlarmSendState, FootfallError, isDelivered } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import type { AlarmChannelTable } from './schema-alarms.js';
import type { MetadataTables } from './schema.js';

/** What sending needs to know. `url` and `secret` never leave the server. */
export interface ChannelAddress {
  readonly kind: AlarmChannelKind;
  readonly url: string;
  /** '' for none. */
  readonly secret: string;
  readonly sender: string;
  readonly recipients: string;
}

/** Times are milliseconds UTC. */
export interface StoredChannel extends ChannelAddress {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  /** The last message delivered or given up. */
  readonly sentId: number;
  readonly nextAt: number;
  readonly lastAt: number | null;
  readonly lastState: AlarmSendState | null;
}

export type ChannelFields = ChannelAddress & Pick<StoredChannel, 'name' | 'enabled'>;

export interface AlarmChannels {
  all(): Promise<StoredChannel[]>;
  /** @throws FootfallError `alarm.channel_unknown` */
  byId(id: number): Promise<StoredChannel>;
  /** @param sentId messages up to this one are not for it */
  add(fields: ChannelFields, sentId: number): Promise<StoredChannel>;
  edit(id: number, fields: ChannelFields): Promise<StoredChannel>;
  remove(id: number): Promise<void>;
  /** Notes how an attempt ended. @param message its id; null for a test, which changes nothing of what is due */
  sent(id: number, state: AlarmSendState, message: number | null): Promise<void>;
}

/** The wait after a failure doubles from a minute to an hour. */
const FIRST_WAIT = 60_000;
const MOST_DOUBLINGS = 6;
const LONGEST_WAIT = 3_600_000;

function channelOf(row: Selectable<AlarmChannelTable>): StoredChannel {
  const { id, name, kind, url, secret, sender, recipients } = row;
  return { id, name, kind: kind as AlarmChannelKind, url, secret, sender, recipients, enabled: row.enabled === 1, sentId: row.sent_id, nextAt: row.next_at, lastAt: row.last_at, lastState: row.last_state === null ? null : alarmSendState.parse(row.last_state) };
}

export function createAlarmChannels(db: Kysely<MetadataTables>, now: () => number): AlarmChannels {
  const valuesOf = ({ enabled, ...fields }: ChannelFields) => ({ name: fields.name, kind: fields.kind, url: fields.url, secret: fields.secret, sender: fields.sender, recipients: fields.recipients, enabled: enabled ? 1 : 0, failures: 0, next_at: 0 });

  return {
    async all() {
      return (await db.selectFrom('alarm_channels').selectAll().orderBy('id').execute()).map(channelOf);
    },
    async byId(id) {
      const row = await db.selectFrom('alarm_channels').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw new FootfallError('alarm.channel_unknown');
      return channelOf(row);
    },
    async add(fields, sentId) {
      return channelOf(await db.insertInto('alarm_channels').values({ ...valuesOf(fields), sent_id: sentId, last_at: null, last_state: null }).returningAll().executeTakeFirstOrThrow());
    },
    async edit(id, fields) {
      const row = await db.updateTable('alarm_channels').set(valuesOf(fields)).where('id', '=', id).returningAll().executeTakeFirst();
      if (row === undefined) throw new FootfallError('alarm.channel_unknown');
      return channelOf(row);
    },
    async remove(id) {
      await db.deleteFrom('alarm_channels').where('id', '=', id).execute();
    },
    async sent(id, state, message) {
      const last = { last_at: now(), last_state: state };
      if (message === null) {
        await db.updateTable('alarm_channels').set(last).where('id', '=', id).execute();
        return;
      }
      const row = await db.selectFrom('alarm_channels').select('failures').where('id', '=', id).executeTakeFirst();
      // Removed while it was under way.
      if (row === undefined) return;
      const { failures } = row;
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures, MOST_DOUBLINGS));
      await db.updateTable('alarm_channels').set({ ...last, ...(isDelivered(state) ? { sent_id: message, failures: 0, next_at: 0 } : { failures: failures + 1, next_at: now() + wait }) }).where('id', '=', id).execute();
    },
  };
}
