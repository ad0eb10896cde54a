import { existsSync } from 'node:fs';
import { FootfallError } from '@footfall/contract';
import Database from 'libsql';
import { sql } from 'kysely';
import { type MetadataPlace, openDatabase } from './database.js';

/** What is wrong with the metadata store; nothing is changed in it. */
export interface MetadataCheck {
  /** False where it is on a PostgreSQL server, which has tools of its own. */
  readonly inFile: boolean;
  /** False when there is none yet. */
  readonly there: boolean;
  readonly problems: readonly string[];
  /** Time zones of sites. */
  readonly zones: readonly string[];
}

const NONE: MetadataCheck = { inFile: true, there: false, problems: [], zones: [] };

function checkFile(file: string): string[] {
  const database = new Database(file);
  try {
    const rows = database.prepare('PRAGMA integrity_check(20)').all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((said) => said !== 'ok');
  } finally {
    database.close();
  }
}

/** Reads the whole store, of SQLite page by page. Beside a running server, too. Never throws. */
export async function checkMetadata(place: MetadataPlace): Promise<MetadataCheck> {
  if ('file' in place && !existsSync(place.file)) return NONE;
  try {
    const problems = 'file' in place ? checkFile(place.file) : [];
    const { db } = await openDatabase(place, () => undefined);
    try {
      const { rows } = await sql<{ time_zone: string }>`select distinct time_zone from sites where time_zone is not null`.execute(db);
      return { inFile: 'file' in place, there: true, problems, zones: rows.map((row) => row.time_zone) };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const reason = error instanceof FootfallError ? error.cause : error;
    return { inFile: 'file' in place, there: true, problems: [reason instanceof Error ? reason.message : String(reason)], zones: [] };
  }
}
