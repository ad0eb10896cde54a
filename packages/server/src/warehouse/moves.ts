/**
 * Moving what is stored from people to a crawler, or from one crawler to another, and back.
 *
 * Invariants:
 * - What is to be moved is written down first, whole (`stage`); everything after that speaks of those rows alone, by the key that
 *   each of them has: site, time, id and batch. What comes in meanwhile has other keys, and is never touched.
 * - `move` and `restore` begin by removing what an earlier try may have left, and then insert: doing them again from any point is the
 *   same as doing them once. They resolve when it is all there, durably, and has been counted.
 * - Inserts are not deduplicated by content: the same rows may go there and back several times.
 * - A batch that is sent again under its token is dropped as before, wherever its rows are now.
 * - One move at a time: what a call that nobody heard the end of left running is ended or waited for (`idle`).
 */
import { insertBatch } from './batches.js';
import { changeSettings, everywhere, insertSettings, type StatementSettings, storedEverywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { TableDescription, Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import { mayMention } from './mentions.js';
import type { QueryParams } from './query-params.js';
import { storeTime } from './store-time.js';
import { ask } from './store-query.js';
import { EVENTS } from './tables/events.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from './tables/moved.js';
import { SPIDER_HITS } from './tables/spider-hits.js';
import { VISITS } from './tables/visits.js';

/** What hits are written down as. */
export interface MoveLabel {
  readonly spiderId: number;
  readonly type: string;
  readonly name: string;
}

/** Rows written down for a run, by where they come from. */
export interface StagedCounts {
  readonly people: number;
  readonly spiders: number;
  readonly unknown: number;
  readonly own: number;
  readonly events: number;
}

/** A visitor who has visits beside those of a run, and when those of the run were (milliseconds UTC). */
export interface AffectedVisitor {
  readonly siteId: number;
  readonly visitor: string;
  readonly first: number;
  readonly last: number;
}

export interface Moves {
  /** Resolves when nothing of an earlier move is under way. */
  idle(): Promise<void>;
  /** The agents in store, of people and crawlers, that may contain one of the words (small letters). */
  agentsMentioning(words: readonly string[]): Promise<string[]>;
  /** Writes down what a run takes: all rows with one of the agents that were received up to a time, and events of visitors of whom nothing else is left. */
  stage(run: string, label: MoveLabel, agents: ReadonlyMap<string, string>, receivedUntil: number): Promise<StagedCounts>;
  /** Makes hits of what was written down. */
  move(run: string, label: MoveLabel): Promise<void>;
  /** Puts it back as it was. */
  restore(run: string): Promise<void>;
  /** The visitors of a run who have other visits as well: their sessions change. */
  affected(run: string): Promise<AffectedVisitor[]>;
  /** Forgets what was written down. */
  forget(run: string): Promise<void>;
}

const KEY = '(site_id, created_at, id, batch_id)';
const KEY_COLUMNS = 'site_id, created_at, id, batch_id';
const LONG = { maxSeconds: 600 };
const POLL_MS = 100;
/** Rows that one statement removes: their keys are in memory meanwhile. A month that has more is one statement all the same. */
const KEYS_AT_ONCE = 1_000_000;
const INSERT_SETTINGS = { insert_deduplicate: 0, async_insert: 0, max_partitions_per_insert_block: '0' } as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

const namesOf = (table: TableDescription): string => table.columns.map(({ name }) => name).join(', ');
const HIT_NAMES = namesOf(SPIDER_HITS);

/** Columns of a hit that was a visit: what a visit does not know (method, status, bytes) is absent. */
const HIT_OF_VISIT: Readonly<Record<string, string>> = { spider_id: '{spider:UInt32}', type: '{type:String}', name: '{name:String}', reason: 'a.reason', method: "''", status: 'NULL', bytes: 'NULL' };
const HIT_OF_HIT: Readonly<Record<string, string>> = { spider_id: '{spider:UInt32}', type: '{type:String}', name: '{name:String}', reason: 'a.reason' };
const hitColumns = (made: Readonly<Record<string, string>>): string => SPIDER_HITS.columns.map(({ name }) => made[name] ?? `s.${name}`).join(', ');

const paramsOf = (run: string, { spiderId, type, name }: MoveLabel): QueryParams => ({ run, spider: spiderId, type, name });

class StoreMoves implements Moves {
  readonly #connection: Connection;
  readonly #database: string;
  readonly #topology: Topology;

  constructor(connection: Connection, database: string, topology: Topology) {
    this.#connection = connection;
    this.#database = database;
    this.#topology = topology;
  }

  async idle(): Promise<void> {
    const running = `SELECT count() AS num FROM ${everywhere(this.#topology, 'system.processes')} WHERE position(query, 'moved_') > 0 AND position(query, 'system.processes') = 0`;
    while (Number((await ask<{ num: string }>(this.#connection, running, {}, {})).rows[0]?.num ?? 0) > 0) await pause(POLL_MS);
  }

  async agentsMentioning(words: readonly string[]): Promise<string[]> {
    if (words.length === 0) return [];
    const condition = mayMention('user_agent', words, (_, type) => `{words:${type}}`);
    const ascii = words.filter((word) => !/\P{ASCII}/u.test(word));
    const sql = `SELECT DISTINCT user_agent FROM (SELECT DISTINCT user_agent FROM visits WHERE ${condition} UNION ALL SELECT DISTINCT user_agent FROM spider_hits WHERE ${condition})`;
    const { rows } = await ask<{ user_agent: string }>(this.#connection, sql, { words: ascii }, LONG);
    return rows.map((row) => row.user_agent);
  }

  async stage(run: string, label: MoveLabel, agents: ReadonlyMap<string, string>, receivedUntil: number): Promise<StagedCounts> {
    if (agents.size > 0) {
      const body = [...agents].map((entry) => `${JSON.stringify([run, ...entry])}\n`).join('');
      await insertBatch(this.#connection, this.#topology, { table: MOVED_AGENTS.name, columns: ['run', 'user_agent', 'reason'], body: Buffer.from(body), token: `moved-agents-${run}` });
    }
    const taken = "user_agent GLOBAL IN (SELECT user_agent FROM moved_agents WHERE run = {run:UInt64}) AND received_at <= {until:DateTime64(3, 'UTC')}";
    const params = { ...paramsOf(run, label), until: storeTime(receivedUntil) };
    const copy = (from: TableDescription, to: TableDescription, where: string): Promise<void> =>
      this.#insert(`INSERT INTO ${to.name} (run, ${namesOf(from)}) SELECT {run:UInt64}, ${namesOf(from)} FROM ${from.name} WHERE ${where}`, params);
    await copy(VISITS, MOVED_VISITS, taken);
    await copy(SPIDER_HITS, MOVED_HITS, `${taken} AND (spider_id != {spider:UInt32} OR type != {type:String} OR name != {name:String})`);
    const visitors = 'SELECT site_id, visitor FROM moved_visits WHERE run = {run:UInt64}';
    await copy(EVENTS, MOVED_EVENTS, `visitor != 0 AND received_at <= {until:DateTime64(3, 'UTC')} AND (site_id, visitor) GLOBAL IN (${visitors})
      AND (site_id, visitor) GLOBAL NOT IN (SELECT site_id, visitor FROM visits WHERE (site_id, visitor) GLOBAL IN (${visitors}) AND NOT (${taken}))`);
    return this.#staged(run, label);
  }

  async move(run: string, label: MoveLabel): Promise<void> {
    await this.#remove(VISITS, MOVED_VISITS, run);
    await this.#remove(EVENTS, MOVED_EVENTS, run);
    await this.#removeHits(run);
    await this.#removeFromLedger(run);
    const agents = '(SELECT user_agent, reason FROM moved_agents WHERE run = {run:UInt64})';
    const from = (table: TableDescription, made: Readonly<Record<string, string>>): string =>
      `INSERT INTO spider_hits (${HIT_NAMES}) SELECT ${hitColumns(made)} FROM (SELECT * FROM ${table.name} WHERE run = {run:UInt64}) AS s GLOBAL ANY LEFT JOIN ${agents} AS a ON s.user_agent = a.user_agent`;
    await this.#insert(from(MOVED_VISITS, HIT_OF_VISIT), paramsOf(run, label));
    await this.#insert(from(MOVED_HITS, HIT_OF_HIT), paramsOf(run, label));
    // A crawler's event would have been refused: what was received stays the sum of what was stored and refused.
    await this.#insert(`INSERT INTO ledger (batch_id, site_id, minute, outcome, reason, num)
      SELECT {run:UInt64}, site_id, toStartOfMinute(received_at) AS at, 'refused', 'crawler', toUInt32(count()) FROM moved_events WHERE run = {run:UInt64} GROUP BY site_id, at`, { run });
    await this.#verify(run, { visits: 0, events: 0, hits: (await this.#count(MOVED_VISITS, run)) + (await this.#count(MOVED_HITS, run)) });
  }

  async restore(run: string): Promise<void> {
    await this.#removeHits(run);
    await this.#remove(VISITS, MOVED_VISITS, run);
    await this.#remove(EVENTS, MOVED_EVENTS, run);
    await this.#removeFromLedger(run);
    for (const [to, from] of [[SPIDER_HITS, MOVED_HITS], [VISITS, MOVED_VISITS], [EVENTS, MOVED_EVENTS]] as const) {
      await this.#insert(`INSERT INTO ${to.name} (${namesOf(to)}) SELECT ${namesOf(to)} FROM ${from.name} WHERE run = {run:UInt64}`, { run });
    }
    await this.#verify(run, { visits: await this.#count(MOVED_VISITS, run), events: await this.#count(MOVED_EVENTS, run), hits: await this.#count(MOVED_HITS, run) });
  }

  async affected(run: string): Promise<AffectedVisitor[]> {
    const sql = `SELECT site_id, visitor, toUnixTimestamp64Milli(min(created_at)) AS first, toUnixTimestamp64Milli(max(created_at)) AS last FROM moved_visits
      WHERE run = {run:UInt64} AND (site_id, visitor) GLOBAL IN (
        SELECT site_id, visitor FROM visits WHERE (site_id, visitor) GLOBAL IN (SELECT site_id, visitor FROM moved_visits WHERE run = {run:UInt64})
          AND ${KEY} GLOBAL NOT IN (SELECT ${KEY_COLUMNS} FROM moved_visits WHERE run = {run:UInt64}))
      GROUP BY site_id, visitor`;
    const { rows } = await ask<{ site_id: number; visitor: string; first: string; last: string }>(this.#connection, sql, { run }, LONG);
    return rows.map((row) => ({ siteId: row.site_id, visitor: row.visitor, first: Number(row.first), last: Number(row.last) }));
  }

  async forget(run: string): Promise<void> {
    for (const { name } of [MOVED_AGENTS, MOVED_VISITS, MOVED_HITS, MOVED_EVENTS]) {
      await this.#command(`ALTER TABLE ${storedEverywhere(this.#topology, name)} DROP PARTITION {run:UInt64}`, { run });
    }
  }

  async #command(query: string, params: QueryParams = {}, settings: StatementSettings = {}): Promise<void> {
    try {
      await this.#connection.client().command({ query, query_params: params, clickhouse_settings: settings });
    } catch (error) {
      throw batchFailure(error);
    }
  }

  #insert(query: string, params: QueryParams): Promise<void> {
    return this.#command(query, params, { ...INSERT_SETTINGS, ...insertSettings(this.#topology) });
  }

  async #count({ name }: TableDescription, run: string): Promise<number> {
    const { rows } = await ask<{ num: string }>(this.#connection, `SELECT count() AS num FROM ${name} WHERE run = {run:UInt64}`, { run }, LONG);
    return Number(rows[0]?.num ?? 0);
  }

  /** Marks rows as gone, as lightweight updates do: in milliseconds, where a rewriting of the parts takes a good while for each. */
  #delete(table: string, where: string, run: string): Promise<void> {
    return this.#command(`DELETE FROM ${storedEverywhere(this.#topology, table)} WHERE ${where}`, { run }, { ...changeSettings(this.#topology), lightweight_delete_mode: 'lightweight_update_force', lightweight_deletes_sync: '2' });
  }

  /** Rows of a table that have the keys of a run, by month. */
  async #present({ name }: TableDescription, moved: TableDescription, run: string): Promise<{ month: number; num: number }[]> {
    const sql = `SELECT toYYYYMM(created_at) AS month, count() AS num FROM ${name} WHERE ${KEY} GLOBAL IN (SELECT ${KEY_COLUMNS} FROM ${moved.name} WHERE run = {run:UInt64}) GROUP BY month ORDER BY month`;
    const { rows } = await ask<{ month: number; num: string }>(this.#connection, sql, { run }, LONG);
    return rows.map(({ month, num }) => ({ month, num: Number(num) }));
  }

  /** Some months at a time, so that the keys that are held at once stay few. */
  async #remove(table: TableDescription, moved: TableDescription, run: string): Promise<void> {
    const waiting = await this.#present(table, moved, run);
    while (waiting.length > 0) {
      const months: number[] = [];
      for (let num = 0; waiting[0] !== undefined && (months.length === 0 || num + waiting[0].num <= KEYS_AT_ONCE); waiting.shift()) {
        months.push(waiting[0].month);
        num += waiting[0].num;
      }
      const within = `toYYYYMM(created_at) IN (${months.join(', ')})`;
      // From all shards: a hit that was a visit lies where its own id says, not where the visit lay.
      const keys = `SELECT ${KEY_COLUMNS} FROM ${this.#database}.${moved.name} WHERE run = {run:UInt64} AND ${within}`;
      await this.#delete(table.name, `${within} AND ${KEY} IN (${keys})`, run);
    }
  }

  async #removeHits(run: string): Promise<void> {
    await this.#remove(SPIDER_HITS, MOVED_HITS, run);
    await this.#remove(SPIDER_HITS, MOVED_VISITS, run);
  }

  async #removeFromLedger(run: string): Promise<void> {
    const { rows } = await ask<{ num: string }>(this.#connection, 'SELECT count() AS num FROM ledger WHERE batch_id = {run:UInt64}', { run }, LONG);
    if (Number(rows[0]?.num ?? 0) > 0) await this.#delete('ledger', 'batch_id = {run:UInt64}', run);
  }

  async #verify(run: string, expected: { readonly visits: number; readonly events: number; readonly hits: number }): Promise<void> {
    const total = async (table: TableDescription, moved: TableDescription): Promise<number> => (await this.#present(table, moved, run)).reduce((sum, { num }) => sum + num, 0);
    const found = {
      visits: await total(VISITS, MOVED_VISITS),
      events: await total(EVENTS, MOVED_EVENTS),
      hits: (await total(SPIDER_HITS, MOVED_HITS)) + (await total(SPIDER_HITS, MOVED_VISITS)),
    };
    if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`a move is not as it should be: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }

  async #staged(run: string, { spiderId }: MoveLabel): Promise<StagedCounts> {
    const sql = 'SELECT countIf(spider_id = 0) AS unknown, countIf(spider_id = {spider:UInt32}) AS own, count() AS num FROM moved_spider_hits WHERE run = {run:UInt64}';
    const { rows } = await ask<{ unknown: string; own: string; num: string }>(this.#connection, sql, { run, spider: spiderId }, LONG);
    const [unknown, own, num] = [Number(rows[0]?.unknown ?? 0), Number(rows[0]?.own ?? 0), Number(rows[0]?.num ?? 0)];
    return { people: await this.#count(MOVED_VISITS, run), spiders: num - unknown - own, unknown, own, events: await this.#count(MOVED_EVENTS, run) };
  }
}

/** Moves in a store. Everything fails as a question or a batch does. */
export function createMoves(connection: Connection, database: string, topology: Topology): Moves {
  return new StoreMoves(connection, database, topology);
}
