/** Questions over facts that few values have: the same answers from a store that keeps each in every row, and from one that keeps each value once, and what goes together as one. */
import { AGGREGATES_OF, DIMENSIONS, firstLanguage, OPERATORS_OF, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCount, compileGroups, compileRows, type CompiledQuery } from '../../src/questions/compile.js';
import { compileValues, type ValuesRow } from '../../src/questions/compile-values.js';
import { valuesIn } from '../../src/questions/kept-values.js';
import { everything, grouped, listed, where, type Source } from '../../src/questions/plan.js';
import { SiteScope } from '../../src/questions/scope.js';
import { ANY_MASK } from '../../src/questions/device-signs.js';
import { compileDevices, compileFirst, compileMasks, compileSuspects } from '../../src/questions/suspicion-sql.js';
import { storedAddress } from '../../src/journal/row-text.js';
import { openConnection } from '../../src/warehouse/connection.js';
import { migrate, type MigrateOptions } from '../../src/warehouse/migrate.js';
import { MIGRATIONS } from '../../src/warehouse/migrations.js';
import { MomentaryValues, ValueList } from '../../src/warehouse/rolled/value-list.js';
import { randomFrom } from '../random.js';
import { countsIn } from '../rolled/listed.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { makeFixture, SITES } from './fixture.js';

const NAMES = ['cpu_cores', 'ram', 'screen_width', 'screen_height', 'avail_width', 'avail_height', 'device_pixel_ratio', 'max_touch_points', 'is_charging', 'battery_level'] as const;
const FRACTIONS = [0, 0.25, 0.55, 1, 1.1, 2, 2.625, 4, 8, 0.87];
const VALUES: Readonly<Record<(typeof NAMES)[number], readonly number[]>> = {
  cpu_cores: [0, 4, 8, 513, 65_535], ram: FRACTIONS, screen_width: [0, 360, 1_920, 4_294_967_295], screen_height: [0, 800, 1_080], avail_width: [0, 360, 1_920, 1_923], avail_height: [0, 800, 1_040],
  device_pixel_ratio: FRACTIONS, max_touch_points: [0, 5, 10], is_charging: [0, 1], battery_level: FRACTIONS,
};
const WORDS = {
  engine_name: ['', 'Blink', 'Gecko'], engine_version: ['', '130', '605.1.15'], gpu_vendor: ['', 'Apple', 'tab\there'], gpu_renderer: ['', 'Apple GPU', 'line\nbreak, comma', '显卡 "x"'],
  languages: ['', 'zh-CN', 'zh-CN,zh,en', 'en-US,en'],
} as const satisfies Partial<Record<keyof VisitRecord, readonly string[]>>;
const WORD_NAMES = [...(Object.keys(WORDS) as (keyof typeof WORDS)[]), 'language'] as const;
const COMPARED = ['0', '1.1', 'Apple', 'zh-CN', '6'];
const NUMBERS = COMPARED.slice(0, 2);
const SOURCE = everything(SiteScope.of(SITES));
const PAGE = { limit: 40, offset: 20 };

const filtered = (column: string, operator: string, value: string | string[] = ''): Source => where(SOURCE, [{ column, operator, value } as Source['filters'][number]]);

/** What screens, lists and reports ask of one of these columns. */
function questionsOf(name: (typeof NAMES)[number] | (typeof WORD_NAMES)[number]): CompiledQuery[] {
  const kind = DIMENSIONS.get(name)?.kind ?? 'number';
  const compared = kind === 'text' ? COMPARED : NUMBERS;
  const figures = AGGREGATES_OF[kind].map((aggregate) => `${aggregate}(${name})`);
  return [
    compileGroups(grouped(SOURCE, ['pv', ...figures])),
    compileGroups(grouped(SOURCE, ['pv', 'uv', ...figures], { keys: ['os_name', 'device_type'], order: 'pv' })),
    ...(['asc', 'desc'] as const).flatMap((direction) => [
      compileGroups(grouped(SOURCE, ['pv'], { keys: [name], sort: [{ by: name, direction }], order: 'pv', totals: true, page: { limit: 7, offset: 1 } })),
      compileRows(listed(SOURCE, ['id', ...NAMES, ...WORD_NAMES, 'screen_resolution', 'uap_result'], PAGE, { sort: [{ by: name, direction }] })),
    ]),
    ...OPERATORS_OF[kind].flatMap((operator) => compared.filter((value) => kind !== 'flag' || value.length === 1).map((value) => compileGroups(grouped(filtered(name, operator, value), ['pv', 'uv', ...figures])))),
    ...['absent', 'present'].map((operator) => compileGroups(grouped(filtered(name, operator), ['pv', 'count(ram)', 'distinct(screen_width)']))),
    ...['in', 'except'].map((operator) => compileCount(filtered(name, operator, kind === 'text' ? ['Blink', 'en-US', '6'] : ['0', '1', '4']))),
  ];
}

const SUSPICION = { source: SOURCE, apart: [], hidden: [] };
const QUESTIONS: readonly CompiledQuery[] = [
  ...[...NAMES, ...WORD_NAMES].flatMap(questionsOf),
  compileGroups(grouped(SOURCE, ['pv'], { keys: ['screen_resolution'], order: 'pv' })),
  compileGroups(grouped(SOURCE, ['pv'], { keys: ['ram', 'is_charging', 'cpu_cores'], order: 'pv' })),
  compileGroups(grouped(SOURCE, ['pv', 'uv'], { keys: ['gpu_vendor', 'gpu_renderer', 'engine_name', 'language'], order: 'pv' })),
  compileFirst(SUSPICION, [], 500),
  compileMasks(SUSPICION),
  compileSuspects(SUSPICION, ANY_MASK, [], { limit: 500, offset: 0 }),
  ...(['all', 'visitor', 'ip'] as const).map((by) => compileDevices(SUSPICION, by)),
];

let engine: TestEngine;
let options: MigrateOptions;
let told: readonly VisitRecord[];
beforeAll(async () => {
  engine = await startEngine({ migrate: false, place: 'child' });
  const { supervisor, log } = engine;
  options = { connection: openConnection(supervisor, 'footfall', log), bootstrap: openConnection(supervisor, 'default', log), database: 'footfall', topology: { kind: 'single' }, log, now: Date.now };
  await migrate({ ...options, migrations: MIGRATIONS.filter(({ id }) => id <= 10) });
  const random = randomFrom(11);
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const numbers = (): Partial<VisitRecord> => Object.fromEntries(NAMES.map((name) => [name, random() < 0.3 ? null : one(VALUES[name])]));
  const words = (): Partial<VisitRecord> => Object.fromEntries(Object.entries(WORDS).map(([name, values]) => [name, one<string>(values)]));
  const { visits } = makeFixture();
  told = visits.slice(0, 3_000).map((visit) => ({ ...visit, os_name: one(['iOS', 'Android']), device_type: one(['mobile', 'desktop']), device_model: one(['iPhone', '']), ...numbers(), ...words() }));
  const rows = told.map((visit) => ({ ...visit, ip: storedAddress(visit.ip), language: firstLanguage(visit.languages) }));
  const columns = Object.keys(rows[0] ?? {});
  await options.connection.client().command({ query: `INSERT INTO visits (batch_id, ${columns.join(', ')}) FORMAT JSONCompactEachRow\n${rows.map((row) => JSON.stringify([1, ...Object.values(row)])).join('\n')}` });
});
afterAll(() => engine.stop());

/** Sums of fractions depend on the order in which threads add them. */
const rounded = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);

async function answers(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { sql, params } of QUESTIONS) {
    const { rows } = await engine.warehouse.query<Record<string, unknown>>(sql, params);
    all.push({ sql, rows: rows.map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, rounded(value)]))).toSorted() });
  }
  return all;
}

describe('facts that few values have', () => {
  it('are counted, compared, sorted and added up as they were before they were kept once each', async () => {
    const before = await answers();
    expect(before.length).toBeGreaterThan(200);
    expect(await migrate(options)).toEqual([11, 12, 13, 14]);
    const after = await answers();
    for (const [at, answer] of after.entries()) expect(answer).toEqual(before[at]);
  }, 240_000);

  it('are told as lists, by moments and without them, that belong together to the last, where nothing is known as well', async () => {
    const tally = (values: readonly string[]): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
      return counts;
    };
    const own = told.filter((visit) => SITES.some(({ id }) => id === visit.site_id));
    expect(own.length).toBeLessThan(told.length);
    const at = own.map(({ created_at: instant }) => Math.floor(instant / 10_000));
    const columns = [...NAMES, ...WORD_NAMES, 'url', 'referer', 'entry_url', 'browser_name', 'country_code'] as const;
    // Each by itself, and several of one reading.
    for (const together of [...columns.map((name) => [name]), columns.slice(-5), columns.slice(0, 3)]) {
      const { sql, params } = compileValues([true, false].map((byMoment) => ({ source: SOURCE, byMoment, most: 60_000 })), together);
      const { rows } = await engine.warehouse.query<ValuesRow>(sql, params);
      for (const [place, name] of together.entries()) {
        const texts = own.map((visit) => (name === 'language' ? firstLanguage(visit.languages) : String(visit[name] ?? '')));
        const [moments, plain] = rows.filter(({ column }) => Number(column) === place).toSorted((a, b) => Number(a.part) - Number(b.part));
        if (moments === undefined || plain === undefined) throw new Error('not told');
        const [byMoment, whole] = [valuesIn(moments, true), valuesIn(plain, false)];
        if (!(byMoment instanceof MomentaryValues) || !(whole instanceof ValueList)) throw new TypeError('not by moments');
        expect({ name, counts: countsIn(whole) }).toEqual({ name, counts: tally(texts) });
        for (const until of [Math.min(...at), at[3] ?? 0, at[40] ?? 0, Number.POSITIVE_INFINITY]) expect({ name, until, counts: countsIn(byMoment.before(until)) }).toEqual({ name, until, counts: tally(texts.filter((_, i) => (at[i] ?? 0) < until)) });
      }
    }
  }, 60_000);

  it('are told as lists of so many values at most, of each column', async () => {
    const { sql, params } = compileValues([{ source: SOURCE, byMoment: false, most: 3 }], ['url', 'referer']);
    const { rows } = await engine.warehouse.query<ValuesRow>(sql, params);
    const sizes = rows.toSorted((a, b) => Number(a.column) - Number(b.column)).map((row) => valuesIn(row, false).size);
    expect(sizes).toEqual([3, 3]);
  });
});
