/** The lists of crawlers as tables. */
import { type endpoints, networkOwnerText, type Parsed, type SpiderHit, type SpiderRow } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import { compileCount, compileRows } from '../questions/compile.js';
import { countIn, type Row } from '../questions/counts.js';
import { HIT_COLUMNS, hitOf, logPlan } from '../questions/spider-hits.js';
import { domainsOf, type StoredRow } from '../questions/visit-rows.js';
import type { Piece } from '../warehouse/store-query.js';
import { cellsOf, chosenColumns, sheetOf, type Choice, type Sheet, type SheetColumn } from './sheet.js';

const RULE_COLUMNS: readonly SheetColumn<SpiderRow>[] = [
  ...(['id', 'type', 'name'] as const).map((key): SheetColumn<SpiderRow> => ({ key, cell: (row) => row[key] })),
  { key: 'keyword', cell: ({ keyword }) => keyword.join(', ') },
  ...(['status', 'hits_24h', 'hits_7d', 'forged_7d', 'last_hit_at', 'origin', 'created_at'] as const).map((key): SheetColumn<SpiderRow> => ({ key, cell: (row) => row[key] })),
];

/** The rules, which are there already. */
export function spiderListSheet(rows: readonly SpiderRow[], choice: Choice): Sheet {
  return sheetOf('spiders', rows, RULE_COLUMNS, choice);
}

const HIT_FIELDS: readonly SheetColumn<SpiderHit>[] = [...(
  ['created_at', 'ip', 'country', 'country_code', 'domain', 'type', 'name', 'reason', 'url', 'referer', 'user_agent', 'method', 'status', 'bytes', 'source', 'spider_id', 'id', 'authenticity'] as const
).map((key): SheetColumn<SpiderHit> => ({ key, cell: (row) => row[key] })),
{ key: 'evidence', cell: ({ evidence: { why, network, list, as_of: at } }) => [why, network, list, at].filter((part) => part !== '').join(' ') },
{ key: 'network_owner', cell: ({ network_owner: owner }) => networkOwnerText(owner) }];

async function* hitsIn(pieces: AsyncIterable<Piece>, asked: Asked): AsyncGenerator<readonly SpiderHit[]> {
  const domains = domainsOf(asked);
  for await (const { columns, rows } of pieces) {
    yield rows.map((values) => hitOf(Object.fromEntries(columns.map((column, i) => [column, values[i] ?? null])) as StoredRow, asked, domains));
  }
}

/** The log, as long as it is, in constant memory. */
export async function spiderLogSheet(input: Parsed<typeof endpoints.spiders.logExport>, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(HIT_FIELDS, input);
  const plan = logPlan(input, HIT_COLUMNS, asked);
  const { rows: counted } = await asked.run<Row>(compileCount(plan));
  const pieces = asked.stream(compileRows({ ...plan, page: { limit: input.per_page, offset: 0 } }));
  return { name: 'spider log', titles, total: Math.min(input.per_page, countIn(counted[0], 'total')), rows: cellsOf(hitsIn(pieces, asked), columns) };
}
