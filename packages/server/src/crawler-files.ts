/**
 * The lists of crawlers' networks: those that come with the product, and in their place the operator's newer copies of the same files, `crawlers/<list>.json` in
 * the data folder. A file that changes is read again; one that can not be used any more leaves what was read before, and says so in the log.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { CRAWLER_LISTS, type CrawlerList } from './questions/crawler-lists.js';
import { createCrawlerRanges, intervalOf, type CrawlerRanges } from './questions/crawler-ranges.js';

/** A file that the operator put there can not be used; the message says which, and what to do. */
export class CrawlerFileError extends Error {
  constructor(path: string, problem: string, cause?: unknown) {
    super(`${path} can not be used: ${problem}. Put the operator's own file there, or take it away to use the list that comes with the product.`, { cause });
    this.name = 'CrawlerFileError';
  }
}

/** Milliseconds between two looks at the folder. */
const LOOK = 60_000;
/** Largest file and longest list: the longest published today has two thousand networks. */
const MOST_BYTES = 4_000_000;
const MOST_NETWORKS = 20_000;

const published = z.object({
  creationTime: z.string().regex(/^\d{4}-\d{2}-\d{2}/u),
  prefixes: z.array(z.union([z.object({ ipv4Prefix: z.string() }), z.object({ ipv6Prefix: z.string() })])).min(1).max(MOST_NETWORKS),
});

function read(path: string, list: CrawlerList): CrawlerList {
  if (statSync(path).size > MOST_BYTES) throw new CrawlerFileError(path, `it is larger than ${MOST_BYTES} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CrawlerFileError(path, 'it is not JSON', error);
  }
  const parsed = published.safeParse(json);
  if (!parsed.success) throw new CrawlerFileError(path, 'it has no creationTime, or no prefixes with ipv4Prefix or ipv6Prefix', parsed.error);
  const networks = parsed.data.prefixes.map((prefix) => ('ipv4Prefix' in prefix ? prefix.ipv4Prefix : prefix.ipv6Prefix));
  const wrong = networks.find((network) => intervalOf(network) === null);
  if (wrong !== undefined) throw new CrawlerFileError(path, `${JSON.stringify(wrong.slice(0, 60))} is no network`);
  return { ...list, networks, asOf: parsed.data.creationTime.slice(0, 10), source: path };
}

/** The files of the folder by name, with what tells whether one changed. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json')).toSorted();
    return new Map(names.map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return [name, `${size} ${mtimeMs}`];
    }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

function rangesOf(folder: string, files: ReadonlyMap<string, string>): CrawlerRanges {
  const known = new Set(CRAWLER_LISTS.filter(({ networks }) => networks.length > 0).map(({ key }) => `${key}.json`));
  const stranger = [...files.keys()].find((name) => !known.has(name));
  if (stranger !== undefined) throw new CrawlerFileError(join(folder, stranger), `there is no list of that name: choose among ${[...known].join(', ')}`);
  return createCrawlerRanges(CRAWLER_LISTS.map((list) => (files.has(`${list.key}.json`) ? read(join(folder, `${list.key}.json`), list) : list)));
}

/**
 * Opens the lists. The function gives them as they are now; it looks at the folder at most once a minute.
 * @throws CrawlerFileError when one of the operator's files can not be used
 */
export function openCrawlerRanges(folder: string, log: Pick<Logger, 'info' | 'warn'>, now: () => number): () => CrawlerRanges {
  let files = filesIn(folder);
  let ranges = rangesOf(folder, files);
  let lookedAt = now();
  return () => {
    if (now() - lookedAt < LOOK) return ranges;
    lookedAt = now();
    const found = filesIn(folder);
    if (JSON.stringify([...found]) === JSON.stringify([...files])) return ranges;
    files = found;
    try {
      ranges = rangesOf(folder, found);
      log.info('crawlers: the lists of networks were read again');
    } catch (error) {
      log.warn({ err: error }, 'crawlers: a list of networks can not be used; those read before stay');
    }
    return ranges;
  };
}
