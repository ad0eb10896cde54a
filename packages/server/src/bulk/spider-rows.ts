import type { Kysely } from 'kysely';
import type { MetadataTables } from '../metadata/schema.js';
import { createSpiders, type NewSpider } from '../metadata/spiders.js';
import type { Applied } from './changes.js';
import { flagIn, type RowCells, textIn, wrongCell } from './row-cells.js';

const LONGEST = { type: 60, name: 100, keyword: 200 } as const;
const MOST_KEYWORDS = 200;

/** The keywords of a cell: a line each, or with `|` between; blank ones are left out. */
function keywordsIn(cells: RowCells): string[] {
  const words = (cells.get('keyword') ?? '').split(/[\r\n|]+/u).map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0) return wrongCell('keyword', 'give at least one');
  const isWrong = (word: string) => word.length > LONGEST.keyword || /\p{Cc}/u.test(word) || !word.isWellFormed();
  if (words.length > MOST_KEYWORDS || words.some(isWrong)) return wrongCell('keyword', `at most ${MOST_KEYWORDS}, each of at most ${LONGEST.keyword} characters`);
  return [...new Set(words)];
}

/** Adds the rule of a row, or changes the one of its type and name. */
export async function applySpider(db: Kysely<MetadataTables>, cells: RowCells, now: number): Promise<Applied> {
  const spiders = createSpiders(db, () => now);
  const type = textIn(cells, 'type', LONGEST.type);
  const name = textIn(cells, 'name', LONGEST.name);
  const keywords = keywordsIn(cells);
  const enabled = flagIn(cells, 'status', true);
  const rows = await db.selectFrom('spiders').select('id').where('type', '=', type).where('name', '=', name).where('deleted_at', 'is', null).orderBy('id').execute();
  if (rows.length > 1) return wrongCell('name', 'several rules have this type and name: change them by hand');
  const [row] = rows;
  const before = row === undefined ? undefined : await spiders.byId(row.id);
  if (before === undefined) {
    const added = await spiders.add({ type, name, keywords, enabled: enabled ?? true });
    return { outcome: 'add', label: name, change: { entity: 'spider', id: added.id, before: null, after: spiderSnapshot(added) } };
  }
  const after = spiderSnapshot({ type, name, keywords, enabled: enabled ?? before.enabled });
  if (JSON.stringify(spiderSnapshot(before)) === JSON.stringify(after)) return { outcome: 'same', label: name };
  await spiders.edit(before.id, after);
  return { outcome: 'edit', label: name, change: { entity: 'spider', id: before.id, before: spiderSnapshot(before), after } };
}

/** Everything of a rule that an import may change, in one order. */
export function spiderSnapshot({ type, name, keywords, enabled }: NewSpider): NewSpider {
  return { type, name, keywords, enabled };
}
