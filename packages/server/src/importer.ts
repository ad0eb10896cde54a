import type { RefusalReason } from '@footfall/contract';
import type { Parts } from './deps.js';
import { LOG_FORMATS } from './logs/formats/registry.js';
import { importLog, type ImportProgress } from './logs/import.js';
import type { ImportReport } from './logs/report.js';
import { logClient } from './logs/client.js';
import type { LogSource } from './logs/source.js';
import { StoredHours } from './logs/stored-hours.js';
import { OperatorError } from './operator-error.js';

export const AUTO = 'auto';

export interface ImportJob {
  /** A registered domain or alias. */
  readonly domain: string;
  /** A layout's name, or `auto`. */
  readonly format: string;
  readonly sources: Iterable<LogSource> | AsyncIterable<LogSource>;
  readonly progress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

export type Importer = (job: ImportJob) => Promise<ImportReport>;

/** Counts in the ledger what an import refuses, as it goes on; what it takes is counted where it is taken. */
function ledgerOf(parts: Parts, siteId: number): (report: ImportReport) => void {
  const counted = new Map<string, number>();
  return ({ refused }) => {
    for (const [reason, total] of Object.entries(refused) as [RefusalReason, number][]) {
      const fresh = total - (counted.get(reason) ?? 0);
      if (fresh === 0) continue;
      counted.set(reason, total);
      parts.ledger.received(siteId, Date.now(), fresh);
      parts.ledger.refused(siteId, Date.now(), reason, fresh);
    }
  };
}

/** Bytes that may wait to be stored while an import goes on: enough that the store is never idle, far from the journal's budget. */
const WAITING_BYTES = 192 * 1024 * 1024;
const LOOK_AGAIN_MS = 25;

/** Waits while the store is behind. */
async function roomIn(parts: Parts, signal: AbortSignal | undefined): Promise<void> {
  while (parts.journal.status().waitingBytes > WAITING_BYTES) {
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/**
 * Imports access logs, one job after the other: which lines are known already is asked of the store, so everything of
 * the job before must be there first.
 * @throws OperatorError when there is no such site or layout; what `importLog` rejects with
 */
export function createImporter(parts: Parts): Importer {
  let before: Promise<unknown> = Promise.resolve();

  async function run({ domain, format, sources, progress, signal }: ImportJob): Promise<ImportReport> {
    const site = parts.directory.byDomain(domain);
    if (site === undefined) {
      const known = parts.directory.all().map((one) => one.domain);
      throw new OperatorError(`there is no site ${domain}: add it in the console under Websites${known.length === 0 ? '' : `, or name one of ${known.slice(0, 20).join(', ')}`}.`);
    }
    const layout = LOG_FORMATS.find(({ name }) => name === format);
    if (layout === undefined && format !== AUTO) throw new OperatorError(`there is no log layout "${format}": give --format ${[AUTO, ...LOG_FORMATS.map(({ name }) => name)].join(', ')}.`);
    await parts.flusher.drained();
    const count = ledgerOf(parts, site.id);
    const report = await importLog({
      sources, formats: LOG_FORMATS, format: layout, site,
      intake: parts.intake,
      classify: (agent) => parts.enricher.classify(agent),
      client: logClient(parts.config.trustProxy),
      stored: new StoredHours(await parts.warehouse.logHours(site.id)),
      room: () => roomIn(parts, signal),
      known: (ids, { id }, from, to) => parts.warehouse.knownIds(id, ids, from, to),
      settled: () => parts.flusher.drained(),
      progress: (now) => {
        count(now);
        progress?.(now);
      },
      signal, now: Date.now,
    });
    count(report);
    await parts.flusher.drained();
    return report;
  }

  return (job) => {
    const mine = before.then(() => run(job));
    before = mine.catch(() => undefined);
    return mine;
  };
}
