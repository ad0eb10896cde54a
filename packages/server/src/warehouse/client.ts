import type { Logger } from 'pino';
import { backUp, restore } from './backup.js';
import { deleteBatches, insertBatch, type Batch } from './batches.js';
import { createChanges } from './changes.js';
import { openConnection, type AddressSource, type Connection } from './connection.js';
import { createCopies, type Copies } from './copies.js';
import { statementsDatabase, type Topology } from './ddl.js';
import { eraseSite, removeExpired, type Expiry } from './erase.js';
import { allEventIds, knownEventIds, knownIds, logHours, recentIds, recentSessions, type RecentSession } from './lookups.js';
import { migrate } from './migrate.js';
import { createMoves, type Moves } from './moves.js';
import { type MoveMark, readMoveMark, writeMoveMark } from './move-mark.js';
import type { QueryParams } from './query-params.js';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.js';
import { fixSessions, sessionFixesDone, type SessionFix } from './session-fixes.js';
import { createRollUps, type RollUps } from './rolled/roll-up.js';
import { RolledHours } from './rolled/rolled-hours.js';
import { createRolledRows } from './rolled/rolled-rows.js';
import { guardedChanges } from './rolled/guarded-changes.js';
import { createSitemapUrls, type SitemapUrls } from './sitemap-urls.js';
import { createSiteSizes, type TableSize } from './sizes.js';
import { createStatements, type Statements } from './statements.js';
import { createSlowQuestions, type SlowQuestions } from './slow-questions.js';
import { ask, askStream, type Answer, type Piece, type QueryOptions, type QuestionCaps } from './store-query.js';
import { type Replicas, replicasOf } from './replicas.js';
import { storeState, type StoreState, versionOf } from './state.js';
import { storeMark } from './store-mark.js';
import { watchChanges } from './stillness.js';
import { createStreamSlots } from './stream-slots.js';
import { COLUMN_TYPES, type ColumnTypes } from './tables/types.js';
import { countVisitor, eraseVisitor, visitorRows, type VisitorKey, type VisitorRow } from './visitor-rows.js';

const DATABASE = 'footfall';
/** Answers that are streamed at once: half of the embedded engine's readers. */
const STREAMS = 2;

/** The store of visits, whatever its size. Functions fail as their namesakes in this folder say. */
export interface Warehouse {
  /** Limits of a question that somebody asks, for `QueryOptions`. */
  readonly caps: QuestionCaps;
  query<T>(sql: string, params: QueryParams, options?: QueryOptions): Promise<Answer<T>>;
  /** Few at once: others wait, so that downloads leave readers to the screens. */
  stream(sql: string, params: QueryParams, options?: QueryOptions): AsyncGenerator<Piece>;
  insert(batch: Batch): Promise<void>;
  /** The folder that this process shares with the store, for `Batch.body`; undefined when it shares none. */
  rowsFolder(): string | undefined;
  /** The types of the columns that are inserted, by table. */
  readonly types: ColumnTypes;
  deleteBatches(table: string, batchIds: readonly number[]): Promise<void>;
  knownIds(siteId: number, ids: readonly string[], fromMs: number, toMs: number): Promise<Set<string>>;
  knownEventIds(siteId: number, ids: readonly string[]): Promise<Set<string>>;
  logHours(siteId: number): Promise<number[]>;
  allEventIds(): Promise<AsyncIterable<Uint8Array>>;
  recentIds(sinceMs: number, limit: number): Promise<string[]>;
  recentSessions(sinceMs: number): Promise<RecentSession[]>;
  fixSessions(fixes: readonly SessionFix[]): Promise<void>;
  sessionFixesDone(): Promise<void>;
  eraseSite(siteId: number): Promise<number>;
  removeExpired(expiries: readonly Expiry[]): Promise<void>;
  eraseVisitor(key: VisitorKey): Promise<Record<string, number>>;
  countVisitor(key: VisitorKey): Promise<number>;
  visitorRows(key: VisitorKey, signal?: AbortSignal): AsyncGenerator<VisitorRow>;
  /** Rows that change sides when a rule is applied back in time. */
  readonly moves: Moves;
  /** What sitemaps list. */
  readonly sitemapUrls: SitemapUrls;
  /** Rows as another store takes them. */
  readonly copies: Copies;
  /** Lets nothing be changed any more (StoreUnavailable) until the given function is called; resolves when no change is under way. What a rule moves back in time is held back by whoever holds the repair of sessions. */
  freeze(): Promise<() => void>;
  moveMark(): Promise<MoveMark | null>;
  markMove(mark: MoveMark): Promise<void>;
  /** Copies everything into a folder for backups. @returns bytes */
  backUp(folder: string): Promise<number>;
  /** Brings everything back into a store that has nothing yet. */
  restore(folder: string): Promise<void>;
  /** Statements that users wrote. */
  readonly statements: Statements;
  /** Questions that took long. */
  readonly slow: SlowQuestions;
  /** How the store would answer a question: its plan, line by line, with what its indexes leave out. */
  explain(sql: string, params: QueryParams): Promise<string[]>;
  sizes(): Promise<TableSize[]>;
  storeMark(): Promise<string>;
  /** Creates or updates the schema; ids of the steps that were run. */
  migrate(): Promise<number[]>;
  /** How the servers of a cluster are; null of a single one. @throws FootfallError as a question does */
  replicas(): Promise<Replicas | null>;
  /** The server's release; said before there is a schema. @throws FootfallError as a question does */
  version(): Promise<string>;
  /** @param zones of which it says whether the store knows them */
  state(zones: readonly string[]): Promise<StoreState>;
  /** Hours that questions need not read visits of; null where several processes may change the store. */
  readonly rolled: RolledHours | null;
  /** Answers that nothing has changed since; null like `rolled`. */
  readonly answers: KeptAnswers | null;
  /** What rolls hours up; null like `rolled`. */
  readonly rollUps: RollUps | null;
  /** Whether a question would be answered now; never throws. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export interface WarehouseOptions {
  readonly source: AddressSource;
  readonly log: Logger;
  readonly now: () => number;
  readonly database?: string;
  readonly topology?: Topology;
  /** Bytes that the store may use: a question of somebody's gets a part of it. */
  readonly memory?: number;
  /** Whether nobody but this process ever changes the store: then hours of busy sites may be rolled up. */
  readonly alone?: boolean;
}

const GIB = 1024 ** 3;
/** Milliseconds after which a store that says nothing counts as away: whoever asks for health waits for it. */
const PING_PATIENCE = 2_000;
/** Of the store's memory, what one question may use; and the rows of its answer, which is held whole in this process. */
const QUESTION_SHARE = 0.5;
const QUESTION_ROWS = 200_000;

/** The only way to the store; holds no state but its sockets. */
export function createWarehouse({ source, log, now, database = DATABASE, topology = { kind: 'single' }, memory = 2 * GIB, alone = false }: WarehouseOptions): Warehouse {
  const isAlone = alone && topology.kind === 'single';
  const { connection, stillness } = watchChanges(openConnection(source, database, log), now);
  const aside = openConnection(source, statementsDatabase(database), log);
  const changes = createChanges(connection);
  const streams = createStreamSlots(STREAMS);
  const rolled = isAlone ? new RolledHours(createRolledRows(changes.connection, database), now) : null;
  const guarded = guardedChanges(rolled, connection);

  /** Over the database that is there before ours is. */
  async function withBootstrap<T>(work: (bootstrap: Connection) => Promise<T>): Promise<T> {
    const bootstrap = openConnection(source, 'default', log);
    try {
      return await work(bootstrap);
    } finally {
      await bootstrap.close();
    }
  }

  const slow = createSlowQuestions(now);

  async function timed<T>(sql: string, params: QueryParams, options: QueryOptions = {}): Promise<Answer<T>> {
    const from = now();
    let rowsRead = 0;
    try {
      const answer = await ask<T>(connection, sql, params, options);
      rowsRead = answer.statistics.rows_read;
      return answer;
    } finally {
      // Also of those that were cut off because they took too long; one whose reader went away says nothing.
      if (options.signal?.aborted !== true) slow.note(sql, params, now() - from, rowsRead);
    }
  }

  return {
    caps: { memory: memory * QUESTION_SHARE, rows: QUESTION_ROWS },
    query: timed,
    stream: (sql, params, options = {}) => streams.run(() => askStream(connection, sql, params, options), options.signal),
    statements: createStatements(aside, database, streams),
    slow,
    async explain(sql, params) {
      const { rows } = await ask<{ explain: string }>(connection, `SELECT explain FROM (EXPLAIN indexes = 1 ${sql})`, params, {});
      return rows.map(({ explain }) => explain);
    },
    sizes: createSiteSizes(connection, database, topology),
    insert: (batch) => changes.run((open) => guarded.insert(batch, () => insertBatch(open, topology, batch))),
    rowsFolder: () => connection.rowsFolder(),
    types: COLUMN_TYPES,
    deleteBatches: (table, batchIds) => changes.run((open) => guarded.deleteBatches(table, batchIds, () => deleteBatches(open, topology, table, batchIds))),
    knownIds: (siteId, ids, fromMs, toMs) => knownIds(connection, siteId, ids, fromMs, toMs),
    knownEventIds: (siteId, ids) => knownEventIds(connection, siteId, ids),
    logHours: (siteId) => logHours(connection, siteId),
    allEventIds: () => allEventIds(connection),
    recentIds: (sinceMs, limit) => recentIds(connection, sinceMs, limit),
    recentSessions: (sinceMs) => recentSessions(connection, sinceMs),
    fixSessions: (fixes) => changes.run((open) => guarded.fixSessions(fixes, () => fixSessions(open, database, topology, fixes, now()))),
    sessionFixesDone: () => sessionFixesDone(connection, topology),
    eraseSite: (siteId) => changes.run((open) => guarded.eraseSite(siteId, () => eraseSite(open, topology, siteId))),
    eraseVisitor: (key) => changes.run((open) => guarded.eraseVisitor(key, () => eraseVisitor(open, topology, key))),
    countVisitor: (key) => countVisitor(connection, topology, key),
    visitorRows: (key, signal) => streams.run(() => visitorRows(connection, topology, key, signal), signal),
    removeExpired: (expiries) => changes.run((open) => guarded.removeExpired(expiries, () => removeExpired(open, topology, expiries))),
    moves: guarded.moves(createMoves(changes.connection, database, topology)),
    sitemapUrls: createSitemapUrls(changes.connection, topology),
    copies: guarded.copies(createCopies(connection, database, topology)),
    rolled,
    answers: isAlone ? createKeptAnswers(stillness) : null,
    rollUps: rolled === null ? null : createRollUps(changes.connection, rolled),
    freeze: () => changes.freeze(),
    moveMark: () => readMoveMark(connection),
    markMove: (mark) => writeMoveMark(connection, topology, mark, now()),
    backUp: (folder) => backUp(connection, database, folder),
    restore: (folder) => withBootstrap((bootstrap) => restore(bootstrap, database, folder)),
    migrate: () => withBootstrap((bootstrap) => migrate({ connection, bootstrap, database, topology, log, now })),
    replicas: () => replicasOf(connection, database, topology),
    storeMark: () => storeMark(connection, database),
    version: () => withBootstrap(versionOf),
    state: (zones) => storeState(connection, database, topology, zones),
    async ping() {
      try {
        return (await connection.client().ping({ select: true, abort_signal: AbortSignal.timeout(PING_PATIENCE) })).success;
      } catch (error) {
        log.debug({ err: error }, 'the store does not answer');
        return false;
      }
    },
    async close() {
      await Promise.all([connection.close(), aside.close()]);
    },
  };
}
