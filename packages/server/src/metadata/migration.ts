import type { Kysely } from 'kysely';
import type { Columns } from './dialect.js';
import type { MetadataTables } from './schema.js';

/** One step of the store's shape, in a file of its own under `migrations/`. */
export interface Migration {
  /** Number and subject, as the file is named; kept in the store, so never changed. */
  readonly name: string;
  up(db: Kysely<MetadataTables>, columns: Columns): Promise<void>;
}
