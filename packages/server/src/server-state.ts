/** How the parts of the server are: read for the monitoring of an operator, and for the status screen. */
import { statfs } from 'node:fs/promises';
import type { Parts } from './deps.js';
import type { Health } from './http/health.js';
import type { Metric } from './http/metrics.js';
import type { LoopDelay } from './loop-delay.js';
import type { Replicas } from './warehouse/replicas.js';

/** The state of the parts. Times are milliseconds UTC. */
export interface ServerState extends Health {
  readonly startedAt: number;
  readonly waitingRecords: number;
  /** The records, and the ledger's rows that count them. */
  readonly waitingRows: number;
  readonly waitingBytes: number;
  readonly waitingSegments: number;
  readonly completeUpTo: number;
  readonly failingSince: number | null;
  readonly storedRows: number;
  readonly deadRows: number;
  readonly disk: { readonly free: number; readonly total: number };
  readonly memory: number;
  readonly loopDelay: number;
  /** Of a cluster that answers. */
  readonly replicas: Replicas | null;
}

export interface StateReader {
  state(): Promise<ServerState>;
  health(): Promise<Health>;
  metrics(): Promise<readonly Metric[]>;
}

type Watched = Pick<Parts, 'config' | 'warehouse' | 'metadata' | 'flusher' | 'journal' | 'ledger' | 'directory' | 'log'>;

/** Bytes of the disk that a folder is on, and of them those that may be written. */
export async function roomOn(folder: string): Promise<ServerState['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Milliseconds that health waits for a store: those who ask restart what does not say that it is well. */
const PATIENCE = 2_000;

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${String(PATIENCE)} ms`)), PATIENCE).unref();
    work.then(resolve, reject);
  });
}

/** Reads the parts; what does not answer is unavailable, never an error. */
export function createStateReader({ config, warehouse, metadata, flusher, journal, ledger, directory, log }: Watched, loopDelay: LoopDelay, now: () => number): StateReader {
  const startedAt = now();

  async function health(): Promise<Health> {
    const known = inTime(metadata.ping()).then(() => 'ok' as const, (error: unknown) => {
      log.warn({ err: error }, 'the metadata store does not answer');
      return 'unavailable' as const;
    });
    const [visits, people] = await Promise.all([warehouse.ping(), known]);
    return { takingVisits: !journal.status().failing, stores: { visits: visits ? 'ok' : 'unavailable', metadata: people } };
  }

  async function state(): Promise<ServerState> {
    const flush = flusher.status();
    const well = await health();
    return {
      ...well,
      startedAt,
      waitingRecords: journal.status().waitingRecords,
      waitingRows: flush.waitingRows,
      waitingBytes: flush.waitingBytes,
      waitingSegments: flush.waitingSegments,
      completeUpTo: flush.completeUpTo,
      failingSince: flush.failingSince,
      storedRows: flush.storedRows,
      deadRows: flush.deadRows,
      disk: await roomOn(config.dataFolder),
      memory: process.memoryUsage.rss(),
      loopDelay: loopDelay.p99(),
      replicas: well.stores.visits === 'ok' ? await warehouse.replicas().catch(() => null) : null,
    };
  }

  return {
    health,
    state,
    async metrics() {
      const at = await state();
      const { received, refused } = ledger.totals();
      const one = (name: string, type: Metric['type'], help: string, value: number): Metric => ({ name, type, help, samples: [{ value }] });
      return [
        { name: 'footfall_info', type: 'gauge', help: 'The release that runs.', samples: [{ labels: { version: config.version, role: config.role }, value: 1 }] },
        one('footfall_start_time_seconds', 'gauge', 'When the server started, seconds since 1970.', startedAt / 1_000),
        one('footfall_received_total', 'counter', 'Everything that came in since the start: received = stored + refused + waiting.', received),
        { name: 'footfall_refused_total', type: 'counter', help: 'What was refused since the start, by reason.', samples: Object.entries(refused).map(([reason, value]) => ({ labels: { reason }, value })) },
        one('footfall_stored_rows_total', 'counter', 'Rows that the store took since the start, those of the ledger included.', at.storedRows),
        one('footfall_dead_rows_total', 'counter', 'Rows that the store would not take since the start: they are in dead-letter files.', at.deadRows),
        one('footfall_journal_waiting_records', 'gauge', 'Records that are safe in the journal and not yet stored.', at.waitingRecords),
        one('footfall_journal_waiting_rows', 'gauge', 'Rows of the store that those are, with the rows of the ledger that count them.', at.waitingRows),
        one('footfall_journal_waiting_bytes', 'gauge', 'Bytes of them.', at.waitingBytes),
        one('footfall_journal_waiting_segments', 'gauge', 'Segments of the journal that wait.', at.waitingSegments),
        one('footfall_journal_taking', 'gauge', '1 while the disk takes what comes in.', Number(at.takingVisits)),
        one('footfall_flush_lag_seconds', 'gauge', 'How long ago everything acknowledged was stored.', Math.max(0, now() - at.completeUpTo) / 1_000),
        { name: 'footfall_store_up', type: 'gauge', help: '1 while the store answers.', samples: Object.entries(at.stores).map(([store, word]) => ({ labels: { store }, value: Number(word === 'ok') })) },
        one('footfall_sites', 'gauge', 'Registered sites.', directory.all().length),
        one('footfall_slow_questions', 'gauge', 'Different questions that took longer than a second since the start, at most 50.', warehouse.slow.list().length),
        one('footfall_disk_free_bytes', 'gauge', 'Room left on the disk of the data folder.', at.disk.free),
        one('footfall_memory_bytes', 'gauge', 'Bytes of this process in memory, without the embedded engine.', at.memory),
        one('footfall_event_loop_delay_p99_seconds', 'gauge', 'How late one in a hundred turns of the event loop was in the last minute.', at.loopDelay / 1_000),
      ];
    },
  };
}
