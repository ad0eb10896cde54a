import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenPostgres, createDatabase } from '../../../../scripts/setup/postgres.mjs';
import { type MetadataPlace, openMetadata } from '../../src/metadata/database.js';

/** Makes stores that have their schema and nothing in them, each a copy of one that was migrated once. */
export function migratedStores(now: () => number): () => Promise<MetadataPlace> {
  const server = chosenPostgres();
  const original = (async (): Promise<MetadataPlace> => {
    const place = server === undefined ? { file: await newFile() } : { postgresUrl: await createDatabase(server) };
    await (await openMetadata(place, { now })).close();
    return place;
  })();
  return async () => {
    const from = await original;
    if ('postgresUrl' in from) return { postgresUrl: await createDatabase(server ?? '', from.postgresUrl) };
    const file = await newFile();
    await copyFile(from.file, file);
    return { file };
  };
}

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'footfall-metadata-')), 'metadata.sqlite');
}
