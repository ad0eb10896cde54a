/**
 * Storing what sitemaps list.
 *
 * Invariants:
 * - A reading is whole or not in force: its rows are staged under a number of their own, then laid together under the reading's, and only then
 *   does anybody name that one. Whatever a crash leaves is under a number that nobody names, and goes with the site's next change.
 * - An address keeps the earliest time at which it was published, through every reading of the site.
 */
import { FootfallError } from '@footfall/contract';
import { insertBatch } from './batches.js';
import { insertSettings, storedEverywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import { ask } from './store-query.js';

export interface ListedUrl {
  readonly url: string;
  /** Milliseconds UTC. */
  readonly publishedAt: number;
}

/** Everything fails with FootfallError of `store.*`. A reading's number is below 2^53. */
export interface SitemapUrls {
  stage(siteId: number, staging: number, urls: readonly ListedUrl[], piece: number): Promise<void>;
  /** Lays staged rows together under the reading's number. @param known readings of the site that are in force. @returns how many addresses it has */
  publish(siteId: number, staging: number, reading: number, known: readonly number[]): Promise<number>;
  /** Removes rows of the site: those of the numbers that are `done` with, and whatever an earlier end left that is older than `before`, a number too. */
  tidy(siteId: number, inForce: readonly number[], done: readonly number[], before: number): Promise<void>;
}

const TABLE = 'sitemap_urls';
const COLUMNS = ['site_id', 'reading', 'url', 'published_at'];
const INSERT_SETTINGS = { insert_deduplicate: 0, async_insert: 0 } as const;

export function createSitemapUrls(connection: Connection, topology: Topology): SitemapUrls {
  async function kept<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof FootfallError ? error : new FootfallError('store.unavailable', {}, { cause: batchFailure(error) });
    }
  }

  return {
    stage(siteId, staging, urls, piece) {
      const body = Buffer.from(urls.map(({ url, publishedAt }) => `${JSON.stringify([siteId, staging, url, publishedAt])}\n`).join(''));
      return kept(() => insertBatch(connection, topology, { table: TABLE, columns: COLUMNS, body, token: `sitemap-${staging}-${piece}` }));
    },

    publish: (siteId, staging, reading, known) => kept(async () => {
      const params = { site: siteId, staging, reading, read: [...known, staging] };
      await connection.client().command({
        query: `INSERT INTO ${TABLE} (${COLUMNS.join(', ')}) SELECT site_id, {reading:UInt64}, url, min(published_at) FROM ${TABLE}
          WHERE site_id = {site:UInt32} AND reading IN {read:Array(UInt64)} GROUP BY site_id, url HAVING countIf(reading = {staging:UInt64}) > 0`,
        query_params: params,
        clickhouse_settings: { ...INSERT_SETTINGS, ...insertSettings(topology) },
      });
      const { rows } = await ask<{ num: string }>(connection, `SELECT count() AS num FROM ${TABLE} WHERE site_id = {site:UInt32} AND reading = {reading:UInt64}`, { site: siteId, reading }, {});
      return Number(rows[0]?.num ?? 0);
    }),

    tidy: (siteId, inForce, done, before) => kept(async () => {
      const { rows } = await ask<{ reading: string }>(
        connection,
        `SELECT DISTINCT reading FROM ${TABLE} WHERE site_id = {site:UInt32} AND reading NOT IN {inForce:Array(UInt64)} AND (reading IN {done:Array(UInt64)} OR reading < {before:UInt64})`,
        { site: siteId, inForce, done, before },
        {},
      );
      for (const { reading } of rows) await connection.client().command({ query: `ALTER TABLE ${storedEverywhere(topology, TABLE)} DROP PARTITION {reading:UInt64}`, query_params: { reading } });
    }),
  };
}
