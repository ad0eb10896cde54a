import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';

/** One size of the store; each `open` gives an empty store of its own. */
export interface Size {
  readonly name: string;
  open(now: () => number): Promise<Metadata>;
}

export async function temporaryFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'footfall-metadata-')), 'metadata.sqlite');
}

const sqlite: Size = {
  name: 'SQLite',
  open: async (now) => openMetadata({ file: await temporaryFile() }, { now }),
};

/** Each store in a schema of its own, dropped with it. */
function postgres(url: string): Size {
  return {
    name: 'PostgreSQL',
    async open(now) {
      const { Client } = await import('pg');
      const schema = `footfall_test_${randomBytes(6).toString('hex')}`;
      const admin = new Client({ connectionString: url });
      await admin.connect();
      await admin.query(`create schema ${schema}`);
      const own = new URL(url);
      own.searchParams.set('options', `-c search_path=${schema}`);
      const metadata = await openMetadata({ postgresUrl: own.href }, { now });
      return {
        ...metadata,
        async close() {
          await metadata.close();
          await admin.query(`drop schema ${schema} cascade`);
          await admin.end();
        },
      };
    },
  };
}

/** The sizes that can be had here. */
export function sizes(): Size[] {
  const url = process.env['FOOTFALL_TEST_POSTGRES_URL'];
  if (url === undefined || url === '') {
    console.info('Metadata is tested on SQLite only: FOOTFALL_TEST_POSTGRES_URL names no PostgreSQL.');
    return [sqlite];
  }
  return [sqlite, postgres(url)];
}
