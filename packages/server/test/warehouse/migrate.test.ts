import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from '../../src/warehouse/connection.js';
import { migrate, StoreTooNew, type MigrateOptions } from '../../src/warehouse/migrate.js';
import { MIGRATIONS, type Migration } from '../../src/warehouse/migrations.js';
import { startEngine, type TestEngine } from './start-engine.js';

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

async function tables(started: TestEngine): Promise<unknown[]> {
  return [...(await started.warehouse.query("SELECT name, engine FROM system.tables WHERE database = 'footfall' ORDER BY name", {})).rows];
}

describe('migrate', () => {
  it('makes our own Atomic database and its tables, and runs nothing the second time', async () => {
    const options = await fresh();
    expect(await migrate(options)).toEqual(MIGRATIONS.map((step) => step.id));
    expect(await migrate(options)).toEqual([]);
    expect(await tables(options.engine)).toEqual(['event_ids', 'events', 'ledger', 'migrations', 'spider_hits', 'visits'].map((name) => ({ name, engine: 'MergeTree' })));
    const { rows } = await options.engine.warehouse.query("SELECT engine FROM system.databases WHERE name = 'footfall'", {});
    expect(rows).toEqual([{ engine: 'Atomic' }]);
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
    expect(rows).toHaveLength(6);
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
    expect(await tables(options.engine)).toHaveLength(6);
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
});
