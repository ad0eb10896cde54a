/**
 * What is or was wrong, and the messages that tell of it.
 *
 * Invariants:
 * - A condition has one open row from when it was first found until it was not found for a while, whichever process looks: between, it is told once.
 * - What goes into a message is marked with it, in one transaction: no restart tells it again, and no other process.
 */
import { SERVER_ALARMS, type AlarmKind } from '@footfall/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { z } from 'zod';
import type { AlarmTable } from './schema-alarms.js';
import { lead } from './leadership.js';
import type { MetadataTables } from './schema.js';
import { storable } from './storable.js';

/** What was found to hold. */
export interface Found {
  readonly kind: AlarmKind;
  /** 0: about no site. */
  readonly siteId: number;
  /** The crawler or the server. */
  readonly subject: string;
  readonly value: number;
  readonly expected: number;
}

/** Times are milliseconds UTC. */
export interface StoredAlarm extends Found {
  readonly id: number;
  readonly beganAt: number;
  readonly endedAt: number | null;
  readonly toldAt: number | null;
}

const event = z.object({ state: z.enum(['began', 'ended']), kind: z.string(), siteId: z.number(), subject: z.string(), value: z.number(), expected: z.number(), beganAt: z.number(), endedAt: z.number().nullable() });
/** A line of a message. */
export type AlarmEvent = Omit<z.infer<typeof event>, 'kind'> & { readonly kind: AlarmKind };

export interface AlarmMessage {
  readonly id: number;
  readonly at: number;
  readonly events: readonly AlarmEvent[];
}

export interface AlarmFilter {
  readonly kind?: AlarmKind | undefined;
  readonly state?: 'on' | 'ended' | undefined;
}

export interface Alarms {
  /** Begins what is new and goes on with what is not. @param whole everything was looked at: what was not found for CALM ends, what is of the kinds `off` at once */
  note(found: readonly Found[], whole: { readonly off: readonly AlarmKind[] } | null): Promise<void>;
  /** The last begun first. */
  find(filter: AlarmFilter, page: { readonly limit: number; readonly offset: number }): Promise<{ readonly rows: StoredAlarm[]; readonly total: number }>;
  open(): Promise<number>;
  /** Puts what was not told yet into a message, unless the one before is younger than `gap` milliseconds or there is nothing. In quiet hours only what is about a server. */
  compose(rule: { readonly quiet: boolean; readonly gap: number }): Promise<void>;
  /** Messages behind an id, the oldest first. */
  messages(after: number): Promise<AlarmMessage[]>;
  lastMessage(): Promise<number>;
  /** Whether this process may send for so many milliseconds: of all processes one. */
  lead(owner: string, forMs: number): Promise<boolean>;
}

/** How long a condition must not hold before it has ended: what comes and goes within is one. */
export const CALM = 30 * 60_000;
const DAY = 86_400_000;
const KEPT = 180 * DAY;
/** Messages that could not be delivered for so long are given up. */
const MESSAGES_KEPT = DAY;
const LEADER = 'alarm_leader';

const alarmOf = (row: Selectable<AlarmTable>): StoredAlarm => ({
  id: row.id, kind: row.kind as AlarmKind, siteId: row.site_id, subject: row.subject, value: row.value, expected: row.expected, beganAt: row.began_at, endedAt: row.ended_at, toldAt: row.told_at,
});
const keyOf = ({ kind, siteId, subject }: Pick<Found, 'kind' | 'siteId' | 'subject'>): string => JSON.stringify([kind, siteId, subject]);
const isOfServer = (kind: AlarmKind): boolean => SERVER_ALARMS.includes(kind);

/** Over the metadata store. */
export function createAlarms(db: Kysely<MetadataTables>, now: () => number): Alarms {
  /** Beginnings and ends that no message has told; what began and ended untold is passed over, as is the end of what was new. */
  async function untold(transaction: Transaction<MetadataTables>, quiet: boolean): Promise<AlarmEvent[]> {
    const at = now();
    const rows = await transaction.selectFrom('alarms').selectAll().where('end_told_at', 'is', null).where((is) => is.or([is('told_at', 'is', null), is('ended_at', 'is not', null)])).orderBy('id').execute();
    const events: AlarmEvent[] = [];
    for (const row of rows) {
      const { id, toldAt, ...alarm } = alarmOf(row);
      if (quiet && !isOfServer(alarm.kind)) continue;
      const ended = alarm.endedAt !== null;
      if (!ended || (toldAt !== null && alarm.kind !== 'crawler_new')) events.push({ ...alarm, state: ended ? 'ended' : 'began' });
      await transaction.updateTable('alarms').set(ended ? { end_told_at: at } : { told_at: at }).where('id', '=', id).execute();
    }
    return events;
  }

  return {
    note: (found, whole) =>
      db.transaction().execute(async (transaction) => {
        const at = now();
        const open = new Map((await transaction.selectFrom('alarms').selectAll().where('ended_at', 'is', null).execute()).map((row) => [keyOf(alarmOf(row)), row]));
        for (const one of found.map((given) => ({ ...given, subject: storable(given.subject) }))) {
          const known = open.get(keyOf(one));
          open.delete(keyOf(one));
          const { kind, siteId, subject, value, expected } = one;
          if (known !== undefined) await transaction.updateTable('alarms').set({ seen_at: at, value, expected }).where('id', '=', known.id).execute();
          else await transaction.insertInto('alarms').values({ kind, site_id: siteId, subject, value, expected, began_at: at, seen_at: at, ended_at: null, told_at: null, end_told_at: null }).execute();
        }
        if (whole === null) return;
        for (const row of open.values()) {
          if (at - row.seen_at >= CALM || whole.off.some((kind) => kind === row.kind)) await transaction.updateTable('alarms').set({ ended_at: at }).where('id', '=', row.id).execute();
        }
        await transaction.deleteFrom('alarms').where('ended_at', '<', at - KEPT).execute();
        await transaction.deleteFrom('alarm_messages').where('at', '<', at - MESSAGES_KEPT).where('id', '<', (of) => of.selectFrom('alarm_messages').select(({ fn }) => fn.max('id').as('last'))).execute();
      }),

    async find({ kind, state }, { limit, offset }) {
      let query = db.selectFrom('alarms');
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (state !== undefined) query = query.where('ended_at', state === 'on' ? 'is' : 'is not', null);
      const { num } = await query.select(({ fn }) => fn.countAll<number>().as('num')).executeTakeFirstOrThrow();
      return { rows: (await query.selectAll().orderBy('began_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()).map(alarmOf), total: num };
    },

    async open() {
      return (await db.selectFrom('alarms').where('ended_at', 'is', null).select(({ fn }) => fn.countAll<number>().as('num')).executeTakeFirstOrThrow()).num;
    },

    compose: ({ quiet, gap }) =>
      db.transaction().execute(async (transaction) => {
        const at = now();
        const last = await transaction.selectFrom('alarm_messages').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();
        if (last !== undefined && at - last.at < gap) return;
        const events = await untold(transaction, quiet);
        if (events.length > 0) await transaction.insertInto('alarm_messages').values({ at, events: JSON.stringify(events) }).execute();
      }),

    async messages(after) {
      const rows = await db.selectFrom('alarm_messages').selectAll().where('id', '>', after).where('at', '>', now() - MESSAGES_KEPT).orderBy('id').execute();
      return rows.map(({ id, at, events }) => ({ id, at, events: z.array(event).parse(JSON.parse(events)) as AlarmEvent[] }));
    },

    async lastMessage() {
      return (await db.selectFrom('alarm_messages').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
    },

    lead: (owner, forMs) => lead(db, LEADER, owner, forMs, now),
  };
}
