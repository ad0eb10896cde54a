/**
 * What keeps ClickHouse from opening a database and means nothing: an entry of a mutation (ALTER ... DELETE or UPDATE) whose text never
 * reached the disk. ClickHouse makes it without a sync, and refuses the whole table when it can not read one: after a disk was full, or
 * lost power, at the wrong moment. Whoever asked for a mutation that was not finished was told that it failed, or nothing at all,
 * and asks again; one that was finished is in the parts already. So the entry is taken out of the way.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = /^mutation_\d+\.txt$/u;
/** Source: ClickHouse src/Storages/MergeTree/MergeTreeMutationEntry.cpp. */
const WHOLE = /^format version: 1\ncreate time: [^\n\0]+\n(?:[^\0]*\n)?commands: [^\0]+\n$/u;

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

/**
 * Moves unreadable entries of mutations out of a database that nobody has open.
 * @param store the folder of the database; tables lie in `store/<three letters>/<uuid>` in it
 * @param aside where they are kept; made when there is one to keep
 * @returns the paths they had
 */
export function mendMutations(store: string, aside: string): string[] {
  const moved: string[] = [];
  for (const table of foldersIn(join(store, 'store')).flatMap(foldersIn)) {
    for (const name of readdirSync(table)) {
      const path = join(table, name);
      if (!ENTRY.test(name) || WHOLE.test(readFileSync(path, 'utf8'))) continue;
      mkdirSync(aside, { recursive: true, mode: 0o700 });
      renameSync(path, join(aside, `${table.slice(table.lastIndexOf('/') + 1)}-${name}`));
      moved.push(path);
    }
  }
  return moved;
}
