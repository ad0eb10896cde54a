/**
 * Where the stores of an installation are that was moved onto servers: a file in its data folder, which holds where the environment says nothing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const shape = z.object({
  format: z.literal(1),
  moved_at: z.string(),
  clickhouse_urls: z.array(z.url()),
  clickhouse_cluster: z.string().nullable(),
  postgres_url: z.string().nullable(),
});

/** Addresses of stores; [] and null for those that are embedded. */
export interface Stores {
  readonly clickhouseUrls: readonly string[];
  readonly clickhouseCluster: string | null;
  readonly postgresUrl: string | null;
}

export const STORES_FILE = 'stores.json';
const EMBEDDED: Stores = { clickhouseUrls: [], clickhouseCluster: null, postgresUrl: null };

/** @throws Error where the file is there and can not be read */
export function readStores(dataFolder: string): Stores {
  const file = join(dataFolder, STORES_FILE);
  if (!existsSync(file)) return EMBEDDED;
  const { clickhouse_urls: clickhouseUrls, clickhouse_cluster: clickhouseCluster, postgres_url: postgresUrl } = shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { clickhouseUrls, clickhouseCluster, postgresUrl };
}

/** From the next start on the stores are there; on disk when it resolves. @param now milliseconds UTC */
export async function writeStores(dataFolder: string, { clickhouseUrls, clickhouseCluster, postgresUrl }: Stores, now: number): Promise<void> {
  const file = join(dataFolder, STORES_FILE);
  const text = JSON.stringify({ format: 1, moved_at: new Date(now).toISOString(), clickhouse_urls: [...clickhouseUrls], clickhouse_cluster: clickhouseCluster, postgres_url: postgresUrl } satisfies z.infer<typeof shape>, null, 1);
  // Passwords stand in it.
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  const folder = await open(dataFolder, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
