import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from '../../src/warehouse/connection.js';
import { migrate, StoreTooNew, type MigrateOptions } from '../../src/warehouse/migrate.js';
import { MIGRATIONS, type Migration } from '../../src/warehouse/migrations.js';
import { startEngine, type TestEngine } from './start-engine.js';

/** The columns of `visits` as the first release made them, in the order of its journal. Never to be edited. */
const FIRST_RELEASE = (
  'batch_id id site_id created_at received_at source visitor session_id entry_url ip country_code region city url title referer referer_host channel referer_name ' +
  'search_term utm_source utm_medium utm_campaign user_agent platform cpu_cores cpu_architecture device_type device_vendor device_model os_name os_version browser_name ' +
  'browser_version engine_name engine_version language languages ram screen_width screen_height avail_width avail_height device_pixel_ratio max_touch_points timezone ' +
  'gpu_vendor gpu_renderer is_bot is_charging battery_level connection_type fingerprint'
).split(' ');
/** Of those, the columns that hold NULL where nothing is known. */
const NULLABLE = new Set(['cpu_cores', 'ram', 'screen_width', 'screen_height', 'avail_width', 'avail_height', 'device_pixel_ratio', 'max_touch_points', 'is_charging', 'battery_level']);

let engine: TestEngine | undefined;
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
});

async function fresh(): Promise<MigrateOptions & { engine: TestEngine }> {
  const started = await startEngine({ migrate: false });
  engine = started;
  const connection = openConnection(started.supervisor, 'footfall', started.log);
  const bootstrap = openConnection(started.supervisor, 'default', started.log);
  return { engine: started, connection, bootstrap, database: 'footfall', topology: { kind: 'single' }, log: started.log, now: () => Date.UTC(2026, 0, 2) };
}

/** Rows into tables as some step left them: what is inserted otherwise is in the columns of now. */
const insertAsIs = (options: MigrateOptions, table: string, columns: readonly string[], body: string): Promise<unknown> =>
  options.connection.client().command({ query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow\n${body}` });

const upTo = (id: number): { migrations: Migration[] } => ({ migrations: MIGRATIONS.filter((step) => step.id <= id) });

async function tables(started: TestEngine): Promise<unknown[]> {
  return [...(await started.warehouse.query("SELECT name, engine FROM system.tables WHERE database = 'footfall' ORDER BY name", {})).rows];
}

describe('migrate', () => {
  it('makes our own Atomic database and its tables, and runs nothing the second time', async () => {
    const options = await fresh();
    expect(await migrate(options)).toEqual(MIGRATIONS.map((step) => step.id));
    expect(await migrate(options)).toEqual([]);
    expect(await tables(options.engine)).toEqual(['address_numbers', 'event_ids', 'events', 'ledger', 'migrations', 'moved_agents', 'moved_events', 'moved_spider_hits', 'moved_visits', 'rolled_hours', 'rolled_spans', 'rolled_values', 'session_fixes', 'sitemap_urls', 'spider_hits', 'visitor_numbers', 'visits'].map((name) => ({ name, engine: 'MergeTree' })));
    const { rows } = await options.engine.warehouse.query("SELECT engine FROM system.databases WHERE name = 'footfall'", {});
    expect(rows).toEqual([{ engine: 'Atomic' }]);
  });

  it('makes of a new store what its steps lead to', async () => {
    const options = await fresh();
    const statements = async (): Promise<unknown[]> => {
      const { rows } = await options.engine.warehouse.query<{ name: string; text: string }>("SELECT name, create_table_query AS text FROM system.tables WHERE database = 'footfall' AND name != 'migrations' ORDER BY name", {});
      // Columns and settings as sets: a step adds them at the end.
      return rows.map(({ name, text }) => {
        const [body = '', settings = ''] = text.replaceAll('(8)', '').split(' SETTINGS ');
        return { name, body: body.split(/, (?=`|INDEX)|(?<=\()(?=`)|\) (?=ENGINE)/u).toSorted(), settings: settings.split(', ').toSorted() };
      });
    };
    await migrate(options);
    const made = await statements();
    for (const { name } of made as { name: string }[]) await options.connection.client().command({ query: `DROP TABLE footfall.${name} SYNC` });
    await options.connection.client().command({ query: 'TRUNCATE TABLE footfall.migrations' });
    expect(await migrate({ ...options, migrations: MIGRATIONS })).toEqual(MIGRATIONS.map(({ id }) => id));
    expect(made).toHaveLength(16);
    expect(await statements()).toEqual(made);
  });

  it('goes on with a new store after a kill anywhere: it becomes what one becomes that was made at once', async () => {
    const options = await fresh();
    const state = async (): Promise<unknown> => (await options.engine.warehouse.query("SELECT name, create_table_query AS text FROM system.tables WHERE database = 'footfall' ORDER BY name", {})).rows;
    const drop = (): Promise<unknown> => options.bootstrap.client().command({ query: 'DROP DATABASE footfall SYNC' });
    let commands = 0;
    /** Goes away after so many statements. */
    const killedAfter = (most: number): MigrateOptions['connection'] => ({
      ...options.connection,
      client: () => {
        const client = options.connection.client();
        return new Proxy(client, { get: (target, name) => (name === 'command' ? async (given: Parameters<typeof client.command>[0]) => {
          commands += 1;
          if (commands > most) throw new Error('killed here');
          return target.command(given);
        } : Reflect.get(target, name)) });
      },
    });
    const all = MIGRATIONS.map(({ id }) => id);
    expect(await migrate({ ...options, connection: killedAfter(Infinity) })).toEqual(all);
    const [made, statements] = [await state(), commands];
    for (const survived of [0, 1, 2, 9, 16, 17, statements - 4, statements - 1]) {
      await drop();
      commands = 0;
      await expect(migrate({ ...options, connection: killedAfter(survived) })).rejects.toThrow('killed here');
      const left = await migrate(options);
      expect(left).toEqual(all.slice(all.length - left.length));
      expect(await state()).toEqual(made);
      expect(await migrate(options)).toEqual([]);
    }
    // Whoever drops all tables but that of the steps gets them anew.
    for (const { name } of made as { name: string }[]) if (name !== 'migrations') await options.connection.client().command({ query: `DROP TABLE footfall.${name} SYNC` });
    expect(await migrate(options)).toEqual([]);
    expect(await state()).toEqual(made);
  });

  it('refuses a new store that a newer version had begun', async () => {
    const options = await fresh();
    await migrate(options);
    await options.connection.client().command({ query: 'TRUNCATE TABLE footfall.migrations' });
    await options.connection.client().command({ query: "INSERT INTO footfall.migrations (id, name, applied_at) SELECT 0, 'made as of step 999', now64(3)" });
    await expect(migrate(options)).rejects.toBeInstanceOf(StoreTooNew);
  });

  it('keeps every durability setting on every table', async () => {
    const options = await fresh();
    await migrate(options);
    const { rows } = await options.engine.warehouse.query<{ name: string; create_table_query: string }>(
      "SELECT name, create_table_query FROM system.tables WHERE database = 'footfall'",
      {},
    );
    for (const { create_table_query: text } of rows) {
      for (const setting of [
        'fsync_after_insert = 1',
        'fsync_part_directory = 1',
        'min_rows_to_fsync_after_merge = 1',
        'min_compressed_bytes_to_fsync_after_merge = 1',
        'old_parts_lifetime = 480',
        'max_suspicious_broken_parts = 1000000',
        'max_suspicious_broken_parts_bytes = 1000000000000',
        'non_replicated_deduplication_window = 10000',
      ]) {
        expect(text).toContain(setting);
      }
    }
    expect(rows).toHaveLength(17);
    const changed = rows.filter(({ name }) => name !== 'migrations');
    expect(changed.every(({ create_table_query: text }) => text.includes('max_postpone_time_for_failed_mutations_ms = 2000'))).toBe(true);
  });

  it('goes on after a kill between any two statements of a step', async () => {
    const options = await fresh();
    const [first] = MIGRATIONS;
    const statements = first?.statements('footfall', options.topology) ?? [];
    for (let survived = 0; survived <= statements.length; survived += 1) {
      const cutOff: Migration = {
        id: 1,
        name: 'cut off',
        statements: () => [...statements.slice(0, survived), "SELECT throwIf(1, 'killed here')"],
      };
      await expect(migrate({ ...options, migrations: [cutOff] })).rejects.toThrow('killed here');
    }
    expect(await migrate(options)).toEqual(MIGRATIONS.map(({ id }) => id));
    expect(await tables(options.engine)).toHaveLength(17);
  });

  it('runs only what is new, in order, keeping the rows', async () => {
    const options = await fresh();
    await migrate(options);
    await options.engine.warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at'], body: Buffer.from('[1,"1",1,0]\n'), token: 'a' });
    const later: Migration[] = [
      { id: 103, name: 'third', statements: () => ['ALTER TABLE visits ADD COLUMN IF NOT EXISTS extra2 UInt8 DEFAULT extra + 1'] },
      { id: 102, name: 'second', statements: () => ['ALTER TABLE visits ADD COLUMN IF NOT EXISTS extra UInt8 DEFAULT 4'] },
    ];
    expect(await migrate({ ...options, migrations: [...MIGRATIONS, ...later] })).toEqual([102, 103]);
    const { rows } = await options.engine.warehouse.query('SELECT id, extra, extra2 FROM visits', {});
    expect(rows).toEqual([{ id: '1', extra: 4, extra2: 5 }]);
    await expect(migrate(options)).rejects.toBeInstanceOf(StoreTooNew);
  });

  it('takes over a store of the first release: its rows stay, and what waited in its journal still fits', async () => {
    const options = await fresh();
    expect(await migrate({ ...options, migrations: MIGRATIONS.slice(0, 1) })).toEqual([1]);
    const { rows: columns } = await options.engine.warehouse.query<{ name: string }>("SELECT name FROM system.columns WHERE table = 'visits' AND default_kind = '' ORDER BY position", {});
    expect(columns.map(({ name }) => name)).toEqual(FIRST_RELEASE);
    const row = (id: number) => `${JSON.stringify(FIRST_RELEASE.map((name) => ({ batch_id: 1, id: String(id), site_id: 1, created_at: 0, ip: '192.0.2.1', utm_source: 'kept' })[name] ?? (/^(?:received_at|visitor|session_id|is_bot)$/u.test(name) ? 0 : NULLABLE.has(name) ? null : '')))}\n`;
    await insertAsIs(options, 'visits', FIRST_RELEASE, row(1));
    expect(await migrate(options)).toEqual(MIGRATIONS.slice(1).map((step) => step.id));
    await options.engine.warehouse.insert({ table: 'visits', columns: FIRST_RELEASE, body: Buffer.from(row(2)), token: 'after' });
    const { rows } = await options.engine.warehouse.query('SELECT id, utm_source, isp, utm_term, click_id, referer_spam, bot_reason FROM visits ORDER BY id', {});
    const added = { isp: '', utm_term: '', click_id: '', referer_spam: 0, bot_reason: '' };
    expect(rows).toEqual([{ id: '1', utm_source: 'kept', ...added }, { id: '2', utm_source: 'kept', ...added }]);
  });

  it('writes pages and agents of rows that are there in another type before it is done: values, and changes of them that no merge has seen, stay', async () => {
    const options = await fresh();
    const { warehouse } = options.engine;
    await migrate({ ...options, ...upTo(9) });
    const typeOf = async (): Promise<unknown> => (await warehouse.query("SELECT type, compression_codec AS codec FROM system.columns WHERE database = 'footfall' AND table = 'visits' AND name IN ('entry_url', 'created_at') ORDER BY name", {})).rows;
    expect(await typeOf()).toEqual([{ type: "DateTime64(3, 'UTC')", codec: 'CODEC(DoubleDelta, ZSTD(1))' }, { type: 'String', codec: 'CODEC(ZSTD(3))' }]);
    const row = (id: number): string => `${JSON.stringify([id, String(id), 1, 1_782_863_999_123 + id, `https://a.example/${id}`, `agent "${id}" 中文`])}\n`;
    const insert = (id: number): Promise<unknown> => warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'entry_url', 'user_agent'], body: Buffer.from(row(id)), token: `t${id}` });
    for (const id of [1, 2, 3]) await insert(id);
    await options.connection.client().command({ query: "UPDATE visits SET entry_url = 'https://a.example/changed' WHERE id = 2" });
    expect(await migrate({ ...options, ...upTo(11) })).toEqual([10, 11]);
    expect(await typeOf()).toEqual([{ type: "DateTime64(3, 'UTC')", codec: 'CODEC(Delta(8), T64, ZSTD(1))' }, { type: 'LowCardinality(String)', codec: 'CODEC(ZSTD(1))' }]);
    const expected = [1, 2, 3].map((id) => ({ id: String(id), at: String(1_782_863_999_123 + id), entry_url: `https://a.example/${id === 2 ? 'changed' : id}`, user_agent: `agent "${id}" 中文` }));
    const rows = async (): Promise<unknown> => (await warehouse.query('SELECT id, toUnixTimestamp64Milli(created_at) AS at, entry_url, user_agent FROM visits ORDER BY id', {})).rows;
    expect(await rows()).toEqual(expected);
    await insert(4);
    await options.connection.client().command({ query: 'OPTIMIZE TABLE visits FINAL' });
    expect(await rows()).toEqual([...expected, { id: '4', at: '1782863999127', entry_url: 'https://a.example/4', user_agent: 'agent "4" 中文' }]);
  });

  it('keeps numbers that few values have once each before it is done: values to the unit, NULL, 0 and fractions, and changes of them that no merge has seen, stay', async () => {
    const options = await fresh();
    const { warehouse } = options.engine;
    const command = (query: string): Promise<unknown> => options.connection.client().command({ query });
    await migrate({ ...options, ...upTo(10) });
    const names = [...NULLABLE];
    const typesOf = async (table: string): Promise<unknown> => (await warehouse.query("SELECT DISTINCT replaceRegexpAll(type, '[A-Z][A-Za-z]*\\d+', 'N') AS type, compression_codec AS codec FROM system.columns WHERE database = 'footfall' AND table = {table:String} AND name IN {names:Array(String)}", { table, names })).rows;
    const plain = [{ type: 'Nullable(N)', codec: 'CODEC(ZSTD(1))' }];
    expect([await typesOf('visits'), await typesOf('moved_visits')]).toEqual([plain, plain]);
    // In the order of `names`: cores, memory, four sides of screens, pixel ratio, touch points, charging, battery.
    const values: (number | null)[][] = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [65_535, 0.25, 4_294_967_295, 4_294_967_294, 1, 2, 2.625, 65_535, 255, 0.55],
      names.map(() => null),
      [8, 1.1, 1_920, null, 1_920, null, 1.25, 5, 1, 0.87],
      [4, null, 360, 800, 360, 800, 3, 10, 0, 5e-324],
      [16, 1.7976931348623157e308, 390, 844, 390, 844, 3, 5, null, 1],
    ];
    const insert = (table: string, id: number, row: readonly (number | null)[] | undefined, run: string[] = []): Promise<unknown> =>
      insertAsIs(options, table, [...(run.length > 0 ? ['run'] : []), 'batch_id', 'id', 'site_id', 'created_at', ...names], `${JSON.stringify([...run, 7, String(id), 1, 1_782_863_999_123, ...(row ?? [])])}\n`);
    for (const [id, row] of values.entries()) await insert('visits', id, row);
    await insert('moved_visits', 1, values[1], ['3']);
    await command('UPDATE visits SET battery_level = 0.07, ram = NULL, cpu_cores = 0 WHERE id = 3');
    const expected = values.map((row, id) => ({ id: String(id), ...Object.fromEntries(names.map((name, at) => [name, row[at]])), ...(id === 3 ? { battery_level: 0.07, ram: null, cpu_cores: 0 } : {}) }));
    const rows = async (): Promise<unknown> => (await warehouse.query(`SELECT id, ${names.join(', ')} FROM visits ORDER BY id`, {})).rows;
    const counts = async (): Promise<unknown> => (await warehouse.query(`SELECT ${names.flatMap((name) => ['isNull(X)', 'X = 0', 'X >= 1', 'ifNull(X != 0, 1)', 'X NOT IN (0, 1)'].map((condition, at) => `countIf(${condition.replace('X', name)}) AS ${name}_${String(at)}`)).join(', ')}, avg(ram) AS mean FROM visits`, {})).rows;
    expect(await rows()).toEqual(expected);
    const before = await counts();
    expect(await migrate({ ...options, ...upTo(11) })).toEqual([11]);
    const once = [{ type: 'LowCardinality(Nullable(N))', codec: 'CODEC(ZSTD(1))' }];
    expect([await typesOf('visits'), await typesOf('moved_visits')]).toEqual([once, once]);
    expect(await rows()).toEqual(expected);
    expect(await counts()).toEqual(before);
    expect((await warehouse.query(`SELECT id, ${names.join(', ')} FROM moved_visits`, {})).rows).toEqual(expected.slice(1, 2));
    await insert('visits', 6, values[3]);
    await command('UPDATE visits SET ram = 0, screen_height = NULL WHERE id = 4');
    await command('OPTIMIZE TABLE visits FINAL');
    expect(await rows()).toEqual([...expected.map((row) => (row.id === '4' ? { ...row, ram: 0, screen_height: null } : row)), { ...expected[3], id: '6', battery_level: 0.87, ram: 1.1, cpu_cores: 8 }]);
    expect(await migrate({ ...options, ...upTo(11) })).toEqual([]);
  });
});
