import { firstLanguage, joinFacts, JOINED_FACTS } from '@footfall/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from '../../src/warehouse/connection.js';
import { NUMBERS_KEPT_ONCE } from '../../src/warehouse/ddl.js';
import { migrate, type MigrateOptions } from '../../src/warehouse/migrate.js';
import { MIGRATIONS } from '../../src/warehouse/migrations.js';
import { inColumnsOfNow } from '../../src/warehouse/older-rows.js';
import { rowsRewritten } from '../../src/warehouse/rewriting.js';
import { startEngine, type TestEngine } from './start-engine.js';

const FACTS = ['engine_name', 'engine_version', 'language', 'languages', 'screen_width', 'screen_height', 'avail_width', 'avail_height', 'gpu_vendor', 'gpu_renderer'] as const;
type Row = readonly (string | number | null)[];
const ROWS: readonly Row[] = [
  ['', '', '', '', null, null, null, null, '', ''],
  ['Blink', '130', 'zh-CN', 'zh-CN,zh,en', 1_920, 1_080, 1_920, 1_040, 'Google Inc. (Intel)', 'ANGLE (Intel, "x")'],
  ['', '130', 'en', 'en', 0, 0, 0, 0, '', 'Apple GPU'],
  ['Gecko', '', 'ja', 'ja,en', 4_294_967_295, null, 1, 4_294_967_295, 'line\nbreak', 'tab\t, comma 显卡'],
  ['Blink', '1,2', '', '', null, 800, null, null, "it's", String.raw`back\slash`],
  ['x', 'y', '', '', null, null, null, 7, '', ''],
];
const COLUMNS = ['batch_id', 'id', 'site_id', 'created_at', ...FACTS];
const line = (id: number, row: Row): string => `${JSON.stringify([1, String(id), 1, 1_782_863_999_123, ...row])}\n`;

let engine: TestEngine | undefined;
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
});

async function storeAt(migration: number) {
  const started = await startEngine({ migrate: false });
  engine = started;
  const options: MigrateOptions = { connection: openConnection(started.supervisor, 'footfall', started.log), bootstrap: openConnection(started.supervisor, 'default', started.log), database: 'footfall', topology: { kind: 'single' }, log: started.log, now: Date.now };
  const upTo = (last: number): Promise<number[]> => migrate({ ...options, migrations: MIGRATIONS.filter(({ id }) => id <= last) });
  await upTo(migration);
  const command = async (query: string): Promise<void> => {
    await options.connection.client().command({ query, clickhouse_settings: NUMBERS_KEPT_ONCE });
    await rowsRewritten(options);
  };
  const rows = async (table = 'visits'): Promise<unknown> => (await started.warehouse.query(`SELECT id, ${FACTS.join(', ')} FROM ${table} ORDER BY id`, {})).rows;
  return { options, upTo, command, rows, warehouse: started.warehouse };
}
const expected = (rows: readonly Row[]): unknown[] => rows.map((row, id) => ({ id: String(id), ...Object.fromEntries(FACTS.map((name, at) => [name, row[at]])) }));

describe('facts that are kept as one', () => {
  it('are what they were before they were joined, each by itself, also where rows were changed meanwhile and where a step is cut off and run again', { timeout: 60_000 }, async () => {
    const { options, upTo, command, rows, warehouse } = await storeAt(11);
    await command(`INSERT INTO visits (${COLUMNS.join(', ')}) FORMAT JSONCompactEachRow\n${ROWS.map((row, id) => line(id, row)).join('')}`);
    await command(`INSERT INTO moved_visits (run, ${COLUMNS.join(', ')}) SELECT 3, ${COLUMNS.join(', ')} FROM visits WHERE id = 3`);
    await command("UPDATE visits SET entry_url = 'https://a.example/changed' WHERE id = 2");
    const before = await rows();
    expect(before).toEqual(expected(ROWS));
    expect(await upTo(12)).toEqual([12]);
    expect(await rows()).toEqual(before);
    const [joining, parting] = MIGRATIONS.filter(({ id }) => id > 11).map((step) => step.statements('footfall', options.topology));
    for (const statement of joining ?? []) await command(statement);
    for (const [at, statement] of (parting ?? []).entries()) {
      for (const again of (parting ?? []).slice(0, at)) await command(again);
      await command(statement);
    }
    expect(await upTo(13)).toEqual([13]);
    expect(await rows()).toEqual(before);
    const { rows: texts } = await warehouse.query<{ sizes: string; resolution: string; entry: string; agent: string }>('SELECT screen_sizes AS sizes, screen_resolution AS resolution, entry_url AS entry, uap_result AS agent FROM visits ORDER BY id', {});
    expect(texts.map(({ sizes }) => sizes)).toEqual(['', '1920,1080,1920,1040', '0,0,0,0', '4294967295,,1,4294967295', ',800,,', ',,,7']);
    expect(texts.map(({ resolution }) => resolution)).toEqual(['', '1920x1080', '0x0', '', '', '']);
    expect(texts[2]?.entry).toBe('https://a.example/changed');
    expect(JSON.parse(texts[1]?.agent ?? '')).toMatchObject({ engine: { name: 'Blink', version: '130' } });
    const { rows: moved } = await warehouse.query('SELECT engine, gpu, screen_sizes, languages FROM moved_visits', {});
    expect(moved).toEqual([{ engine: 'Gecko\u007F', gpu: 'line\nbreak\u007Ftab\t, comma 显卡', screen_sizes: '4294967295,,1,4294967295', languages: 'ja,en' }]);
  });

  it('have the language of a visit in front where its languages did not begin with it, and no word with what stands between two', async () => {
    const { upTo, command, rows } = await storeAt(11);
    const told = (language: string, languages: string): Row => ['', '', language, languages, null, null, null, null, '', ''];
    const odd = [told('de', ''), told('de', 'en,de'), told('', 'en'), told('en', 'en-US'), ['', '', '', '', null, null, null, null, 'a\u007Fb', 'c']] as const;
    await command(`INSERT INTO visits (${COLUMNS.join(', ')}) FORMAT JSONCompactEachRow\n${odd.map((row, id) => line(id, row)).join('')}`);
    await upTo(13);
    expect(await rows()).toEqual(expected([told('de', 'de'), told('de', 'de,en,de'), told('', ',en'), told('en', 'en,en-US'), ['', '', '', '', null, null, null, null, 'a\uFFFDb', 'c']]));
  });

  it('come out of an older journal as they went in, and are told one by one to whom they are of', async () => {
    const { rows, warehouse } = await storeAt(13);
    await warehouse.insert({ table: 'visits', columns: COLUMNS, body: Buffer.from(ROWS.map((row, id) => line(id, row)).join('')), token: 'older' });
    expect(await rows()).toEqual(expected(ROWS));
    const told: unknown[] = [];
    for await (const { table, row } of warehouse.visitorRows({ siteIds: [1], type: 'ip', value: '::', visitor: null })) told.push([table, Object.keys(row).filter((name) => Object.hasOwn(JOINED_FACTS, name)), row['id'], FACTS.map((name) => row[name])]);
    expect(told).toEqual(ROWS.map((row, id) => ['visits', [], String(id), row]));
    const odd = '[1,"9",1,1782863999123,"","","de","en",null,null,null,null,"",""]\n';
    const { body } = await inColumnsOfNow({ table: 'visits', columns: COLUMNS, body: Buffer.from(odd), token: 'odd' });
    expect(body).toEqual(Buffer.from('[1,"9",1,1782863999123,"de,en","","",""]\n'));
  });

  it('leave what is no row of so many columns to the store, and other rows alone', async () => {
    const broken = '[1,"1"\n[1,2]\n7\n';
    expect((await inColumnsOfNow({ table: 'visits', columns: COLUMNS, body: Buffer.from(broken), token: 'a' })).body).toEqual(Buffer.from(broken));
    for (const batch of [{ table: 'events', columns: ['language'], body: Buffer.from('["de"]\n'), token: 'a' }, { table: 'visits', columns: ['id', ...Object.keys(JOINED_FACTS)], body: Buffer.from('["1","","",""]\n'), token: 'b' }]) {
      expect(await inColumnsOfNow(batch)).toBe(batch);
    }
    expect(joinFacts('\u007F', ['a\u007Fb', 'c'])).toBe('a\uFFFDb\u007Fc');
    expect(['', 'en', 'en,de', ',de'].map(firstLanguage)).toEqual(['', 'en', 'en', '']);
  });
});
