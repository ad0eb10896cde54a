/**
 * The sitemaps of sites: read from files or from the site itself, stored, replaced, removed.
 *
 * Invariants:
 * - What is in force is the list in the metadata store. A reading replaces the one before in one step, when all of it is stored; one that
 *   fails leaves everything as it was.
 * - One reading at a time, so that what is read at once is bounded.
 */
import { FootfallError, SITEMAP_LIMITS } from '@footfall/contract';
import type { SitemapList, StoredSitemap } from '../metadata/sitemaps.js';
import type { ListedUrl, SitemapUrls } from '../warehouse/sitemap-urls.js';
import { fetchSitemap, siteAddress } from './fetch-sitemap.js';
import { type Budget, readSitemap, type SitemapEntry, UnreadableSitemap } from './read-sitemap.js';

export interface SitemapSite {
  readonly id: number;
  readonly hosts: (host: string) => boolean;
}

export interface SitemapFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** All fail with FootfallError of `sitemap.*`, and as the stores do. */
export interface Sitemaps {
  /** Of these sites. */
  of(siteIds: readonly number[]): Promise<StoredSitemap[]>;
  byId(id: number): Promise<StoredSitemap | undefined>;
  /** Files that are one sitemap together, such as an index with the files that it names; they replace what had the first one's name. */
  upload(site: SitemapSite, files: readonly SitemapFile[]): Promise<StoredSitemap>;
  /** A sitemap at an address of the site, with all that it names. */
  fetch(site: SitemapSite, address: string): Promise<StoredSitemap>;
  remove(sitemap: StoredSitemap): Promise<void>;
}

export interface SitemapsOptions {
  readonly list: SitemapList;
  readonly urls: SitemapUrls;
  /** Whether a site may be fetched from loopback and private addresses. */
  readonly allowPrivate: boolean;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly timeoutMs?: number;
}

const TIMEOUT = 50_000;
const PIECE = 20_000;
const PER_MS = 1_000;
/** Milliseconds after which rows that nobody names are left over: their process ended in the middle. */
const LEFT_OVER_MS = 3_600_000;

/** What is read of one sitemap so far. */
interface Reading {
  readonly site: SitemapSite;
  readonly staging: number;
  readonly at: number;
  readonly budget: Budget;
  waiting: ListedUrl[];
  pieces: number;
  urls: number;
  leftOut: number;
  files: number;
}

function failureOf(error: unknown, file: string): unknown {
  if (!(error instanceof UnreadableSitemap)) return error;
  if (error.why === 'too_large') return new FootfallError('sitemap.too_large', { file }, { cause: error });
  return new FootfallError('sitemap.unreadable', { file, reason: error.message }, { cause: error });
}

/** The address of an entry as visits and hits have it; null for one that is not the site's. */
function listedUrl({ loc, modified }: SitemapEntry, { site, at }: Reading): ListedUrl | null {
  try {
    return { url: siteAddress(loc, site.hosts).href, publishedAt: Math.min(at, modified ?? at) };
  } catch {
    return null;
  }
}

export function createSitemaps({ list, urls, allowPrivate, now, timeoutMs = TIMEOUT }: SitemapsOptions): Sitemaps {
  let turn: Promise<unknown> = Promise.resolve();
  let lastNumber = 0;

  /** A number that no reading had: of two at once, and of two processes. */
  const nextNumber = (): number => {
    lastNumber = Math.max(lastNumber + 1, now() * PER_MS + Math.floor(Math.random() * PER_MS));
    return lastNumber;
  };

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work, work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function flush(reading: Reading): Promise<void> {
    if (reading.waiting.length === 0) return;
    reading.pieces += 1;
    await urls.stage(reading.site.id, reading.staging, reading.waiting, reading.pieces);
    reading.waiting = [];
  }

  /** @returns the further sitemaps that it names */
  async function read(reading: Reading, { name, bytes }: SitemapFile): Promise<string[]> {
    const further: string[] = [];
    reading.files += 1;
    try {
      for await (const entries of readSitemap(bytes, reading.budget)) {
        for (const entry of entries) {
          if (entry.kind === 'sitemap') further.push(entry.loc);
          else {
            const listed = listedUrl(entry, reading);
            if (listed === null) reading.leftOut += 1;
            else reading.waiting.push(listed);
            reading.urls += 1;
          }
        }
        if (reading.urls > SITEMAP_LIMITS.urls || further.length > SITEMAP_LIMITS.files) throw new FootfallError('sitemap.too_large', { file: name });
        if (reading.waiting.length >= PIECE) await flush(reading);
      }
    } catch (error) {
      throw failureOf(error, name);
    }
    return further;
  }

  /** Reads, stores, puts in force; what was staged goes in any case. */
  async function replace(site: SitemapSite, kept: Pick<StoredSitemap, 'name' | 'address'>, readAll: (reading: Reading) => Promise<void>): Promise<StoredSitemap> {
    const before = await list.of([site.id]);
    if (before.length >= SITEMAP_LIMITS.perSite && !before.some(({ name }) => name === kept.name)) throw new FootfallError('sitemap.too_many');
    const at = now();
    const reading: Reading = { site, staging: nextNumber(), at, budget: { bytes: SITEMAP_LIMITS.bytes }, waiting: [], pieces: 0, urls: 0, leftOut: 0, files: 0 };
    try {
      await readAll(reading);
      await flush(reading);
      if (reading.urls === reading.leftOut) throw new FootfallError('sitemap.empty', { left_out: reading.leftOut });
      const number = nextNumber();
      const found = await urls.publish(site.id, reading.staging, number, before.map((one) => one.reading));
      return await list.put({ siteId: site.id, ...kept, reading: number, urls: found, leftOut: reading.leftOut, files: reading.files, readAt: at });
    } finally {
      // Its own rows, and those that it replaced.
      if (reading.pieces > 0) await tidy(site.id, [reading.staging, ...before.filter(({ name }) => name === kept.name).map((one) => one.reading)]);
    }
  }

  /** What another process stages at the same time is left alone: only what is done with goes, and what is old. */
  async function tidy(siteId: number, done: readonly number[]): Promise<void> {
    const inForce = (await list.of([siteId])).map((one) => one.reading);
    await urls.tidy(siteId, inForce, done, (now() - LEFT_OVER_MS) * PER_MS);
  }

  return {
    of: (siteIds) => list.of(siteIds),
    byId: (id) => list.byId(id),

    upload: (site, files) => inTurn(() => replace(site, { name: files[0]?.name ?? '', address: '' }, async (reading) => {
      const named: string[] = [];
      for (const file of files) named.push(...(await read(reading, file)));
      const bare = (name: string): string => name.replace(/\.gz$/iu, '');
      const given = new Set(files.flatMap(({ name }) => [bare(name), encodeURI(bare(name))]));
      const missing = named.map((address) => address.replace(/[?#].*$/u, '').split('/').at(-1) ?? '').filter((name) => !given.has(bare(name)));
      if (missing.length > 0) throw new FootfallError('sitemap.files_missing', { files: missing.slice(0, 10), more: Math.max(0, missing.length - 10) });
    })),

    fetch: (site, address) => inTurn(() => {
      const first = siteAddress(address, site.hosts).href;
      const signal = AbortSignal.timeout(timeoutMs);
      return replace(site, { name: first, address: first }, async (reading) => {
        const seen = new Set([first]);
        let level = [first];
        for (let depth = 0; level.length > 0; depth += 1) {
          if (depth > SITEMAP_LIMITS.depth) throw new FootfallError('sitemap.too_large', { file: level[0] ?? '' });
          const next: string[] = [];
          for (const one of level) {
            if (signal.aborted) throw new FootfallError('sitemap.unreachable', { address: one, status: null });
            const bytes = await fetchSitemap(one, { hosts: site.hosts, allowPrivate, signal, most: SITEMAP_LIMITS.fileBytes });
            for (const named of await read(reading, { name: one, bytes })) {
              const url = siteAddress(named, site.hosts).href;
              if (!seen.has(url)) next.push(url);
              seen.add(url);
            }
            if (seen.size > SITEMAP_LIMITS.files) throw new FootfallError('sitemap.too_large', { file: one });
          }
          level = next;
        }
      });
    }),

    remove: (sitemap) => inTurn(async () => {
      await list.remove(sitemap.id);
      await tidy(sitemap.siteId, [sitemap.reading]);
    }),
  };
}
