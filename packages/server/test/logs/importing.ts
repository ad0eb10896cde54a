import type { SpiderHitRecord, VisitRecord } from '@footfall/contract';
import type { Arrival } from '../../src/enrich/arrival.js';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { createEnricher } from '../../src/enrich/enrich.js';
import { createSessions } from '../../src/enrich/sessions.js';
import type { CountedSite } from '../../src/enrich/site.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { AUTO } from '../../src/logs/choose-format.js';
import { importLog, type ImportOptions } from '../../src/logs/import.js';
import type { ImportReport } from '../../src/logs/report.js';
import type { LogSource } from '../../src/logs/source.js';
import { StoredHours } from '../../src/logs/stored-hours.js';

/** A site that every host belongs to, so that nothing of a log with several is refused for its host. */
export const everySite: CountedSite = { id: 3, domain: 'shop.example', isStat: true, hosts: () => true };
export const shop: CountedSite = { ...everySite, hosts: (host) => host === 'shop.example' || host.endsWith('.shop.example') };

/** What an import gave, with a store that remembers ids across imports. */
export interface Imported {
  readonly report: ImportReport;
  readonly arrivals: Arrival[];
  readonly visits: VisitRecord[];
  readonly hits: SpiderHitRecord[];
}

export function createStore() {
  const ids = new Set<string>();
  /** When its records happened, as the store would tell the hours. */
  const times: number[] = [];
  const enricher = createEnricher({
    geo: (ip) => ({ ip, country: '', region: '', city: '', isp: '' }),
    spiders: createSpiderClassifier(DEFAULT_SPIDER_RULES),
    sessions: createSessions(),
  });

  return {
    ids,
    async import(sources: Iterable<LogSource>, changes: Partial<ImportOptions> = {}): Promise<Imported> {
      const imported = { arrivals: [] as Arrival[], visits: [] as VisitRecord[], hits: [] as SpiderHitRecord[] };
      const report = await importLog({
        sources,
        format: { format: AUTO },
        site: everySite,
        isCrawler: (agent) => enricher.classify(agent) !== null,
        client: (address) => address,
        stored: new StoredHours(times.map((at) => Math.floor(at / 3_600_000))),
        known: async (asked) => new Set(asked.filter((id) => ids.has(id))),
        intake: {
          async take(arrivals) {
            for (const arrival of arrivals) {
              ids.add(arrival.id);
              times.push(arrival.at);
              imported.arrivals.push(arrival);
              const enriched = enricher.enrich(arrival);
              if (enriched.kind === 'visit') imported.visits.push(enriched.visit);
              else if (enriched.kind === 'spider') imported.hits.push(enriched.hit);
              else throw new Error(`a log line became neither a visit nor a spider's hit: ${enriched.kind}`);
            }
          },
        },
        now: () => 1_700_000_000_000,
        ...changes,
      });
      return { ...imported, report };
    },
  };
}

/** A log held in memory, given in pieces of `size` bytes. */
export function logOf(content: string | Uint8Array, size = 65_536): LogSource {
  const bytes = Buffer.from(content);
  return {
    name: 'memory',
    chunks: (async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  };
}

/** Lines that a report accounts for, one way or another. */
export function accounted({ visits, spider_hits, refused }: ImportReport): number {
  return Object.values(refused).reduce((sum, count) => sum + count, visits + spider_hits);
}
