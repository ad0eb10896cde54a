import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import type { Row } from './counts.js';
import { everything, grouped } from './plan.js';

/** Known values of a column that pickers offer, over all time, most visits first. */
export async function valuesOf(column: 'country_code' | 'browser_name' | 'device_type', asked: Asked): Promise<string[]> {
  const { rows } = await asked.run<Row>(compileGroups(grouped(everything(asked.scope), ['pv'], { keys: [column], order: 'pv' })));
  return rows.map((row) => String(row[`k_${column}`])).filter((value) => value !== '');
}
