/** Whatever changes visits, with what it may touch: the other half of the law of `rolled-hours.ts`. Without roll-ups each is done as it is. */
import type { Batch } from '../batches.js';
import type { Connection } from '../connection.js';
import type { Copies } from '../copies.js';
import type { Expiry } from '../erase.js';
import { batchFailure } from '../failures.js';
import type { Moves } from '../moves.js';
import type { QueryParams } from '../query-params.js';
import type { SessionFix } from '../session-fixes.js';
import { ask } from '../store-query.js';
import { storeTime } from '../store-time.js';
import type { VisitorKey } from '../visitor-rows.js';
import { HourSet } from './hour-set.js';
import type { RolledHours } from './rolled-hours.js';
import { type Touched, touchedBy } from './touched.js';

type Work<T> = () => Promise<T>;

export interface GuardedChanges {
  insert(batch: Batch, work: Work<void>): Promise<void>;
  deleteBatches(table: string, batchIds: readonly number[], work: Work<void>): Promise<void>;
  eraseSite<T>(siteId: number, work: Work<T>): Promise<T>;
  eraseVisitor<T>(key: VisitorKey, work: Work<T>): Promise<T>;
  removeExpired(expiries: readonly Expiry[], work: Work<void>): Promise<void>;
  /** Entry pages are among what is counted by value; sets of visitors stay what they are. */
  fixSessions(fixes: readonly SessionFix[], work: Work<void>): Promise<void>;
  moves(moves: Moves): Moves;
  copies(copies: Copies): Copies;
}

const VISITS = 'visits';
const HOUR_MS = 3_600_000;
const NOTHING: Touched = new Map();
const PATIENCE_SECONDS = 600;
const HOURS_OF = 'SELECT site_id, groupUniqArray(toUInt32(intDiv(toUnixTimestamp64Milli(created_at), 3600000))) AS hours FROM';

const allOf = (siteIds: readonly number[]): Touched => new Map(siteIds.map((siteId) => [siteId, 'all']));

const UNGUARDED: GuardedChanges = {
  insert: (_, work) => work(),
  deleteBatches: (_, __, work) => work(),
  eraseSite: (_, work) => work(),
  eraseVisitor: (_, work) => work(),
  removeExpired: (_, work) => work(),
  fixSessions: (_, work) => work(),
  moves: (moves) => moves,
  copies: (copies) => copies,
};

/** @param rolled null where nothing is rolled up */
export function guardedChanges(rolled: RolledHours | null, connection: Connection): GuardedChanges {
  if (rolled === null) return UNGUARDED;

  /** The hours of visits that meet a condition. The store is asked when nothing of what is touched is rolled up meanwhile. */
  const hoursOf = (table: string, condition: string, params: QueryParams) => async (): Promise<Touched> => {
    const { rows } = await ask<{ site_id: number; hours: number[] }>(connection, `${HOURS_OF} ${table} WHERE ${condition} GROUP BY site_id`, params, { maxSeconds: PATIENCE_SECONDS });
    return new Map(rows.map(({ site_id, hours }) => [site_id, HourSet.of(hours)]));
  };

  /** What is gone leaves no number behind either, before anything is rolled up again. */
  const withNumbers = <T>(siteIds: readonly number[], work: Work<T>): Work<T> => async () => {
    const result = await work();
    await rolled.removeNumbers(siteIds);
    return result;
  };

  return {
    async insert(batch, work) {
      if (batch.table !== VISITS) return work();
      try {
        return await rolled.change(await touchedBy(batch), work);
      } catch (error) {
        throw batchFailure(error);
      }
    },
    deleteBatches(table, batchIds, work) {
      if (table !== VISITS || batchIds.length === 0) return work();
      return rolled.change('everything', work, hoursOf(VISITS, 'batch_id IN {ids:Array(UInt64)}', { ids: batchIds.map(String) }));
    },
    eraseSite: (siteId, work) => rolled.change(allOf([siteId]), work),
    eraseVisitor(key, work) {
      const { siteIds, type, value } = key;
      const condition = `site_id IN {sites:Array(UInt32)} AND ${type === 'ip' ? 'ip = toIPv6({value:String})' : 'fingerprint = {value:String}'}`;
      return rolled.change(allOf(siteIds), withNumbers(siteIds, work), hoursOf(VISITS, condition, { sites: siteIds, value }));
    },
    removeExpired(expiries, work) {
      if (expiries.length === 0) return work();
      const due = new Map<number, HourSet>();
      const narrow = async (): Promise<Touched> => {
        for (const { siteId, before } of expiries) {
          const found = await hoursOf(VISITS, "site_id = {site:UInt32} AND created_at < {before:DateTime64(3, 'UTC')}", { site: siteId, before: storeTime(before) })();
          const hours = found === 'everything' ? undefined : found.get(siteId);
          if (hours instanceof HourSet) due.set(siteId, hours);
        }
        return due;
      };
      return rolled.change(allOf(expiries.map(({ siteId }) => siteId)), () => withNumbers([...due.keys()], work)(), narrow);
    },
    fixSessions(fixes, work) {
      const sites = new Map<number, HourSet>();
      for (const { siteId, at } of fixes) {
        const hours = sites.get(siteId) ?? new HourSet();
        hours.add(at / HOUR_MS);
        sites.set(siteId, hours);
      }
      return rolled.change(sites, work, () => Promise.resolve(NOTHING));
    },
    moves: (moves) => ({
      idle: () => moves.idle(),
      agentsMentioning: (words) => moves.agentsMentioning(words),
      stage: (run, label, agents, receivedUntil) => moves.stage(run, label, agents, receivedUntil),
      move: (run, label) => rolled.change('everything', () => moves.move(run, label), hoursOf('moved_visits', 'run = {run:UInt64}', { run })),
      restore: (run) => rolled.change('everything', () => moves.restore(run), hoursOf('moved_visits', 'run = {run:UInt64}', { run })),
      affected: (run) => moves.affected(run),
      forget: (run) => moves.forget(run),
    }),
    copies: (copies) => ({
      ...copies,
      store: (table, rows) => (table === VISITS ? rolled.change('everything', () => copies.store(table, rows)) : copies.store(table, rows)),
      remove: (partition, ranges) => (partition.table === VISITS ? rolled.change('everything', () => copies.remove(partition, ranges)) : copies.remove(partition, ranges)),
    }),
  };
}
