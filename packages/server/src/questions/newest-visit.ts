import type { endpoints, Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileRows } from './compile.js';
import { everything, listed } from './plan.js';
import type { StoredRow } from './visit-rows.js';

type NewestVisit = Output<typeof endpoints.websites.liveCheck>['visit'];

const COLUMNS = ['created_at', 'url', 'browser_name', 'os_name', 'country_code'] as const;

/** The newest visit of the sites asked about; null when there is none. */
export async function newestVisit(asked: Asked): Promise<NewestVisit> {
  const { rows } = await asked.run<StoredRow>(compileRows(listed(everything(asked.scope), COLUMNS, { limit: 1, offset: 0 }, { totals: false })));
  const [row] = rows;
  if (row === undefined) return null;
  const fact = (column: (typeof COLUMNS)[number]): string => String(row[`r_${column}`] ?? '');
  return {
    at: new Date(Number(row['r_created_at'])).toISOString(),
    url: fact('url'), browser_name: fact('browser_name'), os_name: fact('os_name'), country_code: fact('country_code'),
  };
}
