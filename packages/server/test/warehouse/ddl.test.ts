import { describe, expect, it } from 'vitest';
import { addColumns, createDatabase, createTable, modifyColumns, type TableDescription } from '../../src/warehouse/ddl.js';

const TABLE: TableDescription = {
  name: 'visits',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'visitor', type: 'UInt64' },
  ],
  derived: [{ name: 'half', type: 'UInt64', sql: 'intDiv(visitor, 2)' }],
  indexes: [{ name: 'by_batch', column: 'batch_id', type: 'minmax' }],
  partitionBy: 'tuple()',
  orderBy: ['visitor'],
  shardBy: 'visitor',
};

const SETTINGS =
  'fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1, ' +
  'old_parts_lifetime = 480, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000, min_bytes_for_wide_part = 134217728';

describe('createTable', () => {
  it('makes one MergeTree on a single node', () => {
    expect(createTable('footfall', TABLE, { kind: 'single' })).toEqual([
      `CREATE TABLE IF NOT EXISTS footfall.visits
(
  batch_id UInt64 CODEC(Delta, ZSTD(1)),
  visitor UInt64,
  half UInt64 ALIAS intDiv(visitor, 2),
  INDEX by_batch batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY tuple()
ORDER BY (visitor)
SETTINGS ${SETTINGS}, non_replicated_deduplication_window = 10000`,
    ]);
  });

  it('makes a replicated table on every server and a distributed one in front, on a cluster', () => {
    expect(createTable('footfall', TABLE, { kind: 'cluster', cluster: 'main' })).toEqual([
      `CREATE TABLE IF NOT EXISTS footfall.visits_local ON CLUSTER main
(
  batch_id UInt64 CODEC(Delta, ZSTD(1)),
  visitor UInt64,
  half UInt64 ALIAS intDiv(visitor, 2),
  INDEX by_batch batch_id TYPE minmax GRANULARITY 1
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/footfall/visits', '{replica}')
PARTITION BY tuple()
ORDER BY (visitor)
SETTINGS ${SETTINGS}, replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800`,
      `CREATE TABLE IF NOT EXISTS footfall.visits ON CLUSTER main AS footfall.visits_local
ENGINE = Distributed(main, footfall, visits_local, visitor)`,
    ]);
  });

  it('makes the database Atomic, everywhere', () => {
    expect(createDatabase('footfall', { kind: 'single' })).toBe('CREATE DATABASE IF NOT EXISTS footfall ENGINE = Atomic');
    expect(createDatabase('footfall', { kind: 'cluster', cluster: 'main' })).toBe('CREATE DATABASE IF NOT EXISTS footfall ON CLUSTER main ENGINE = Atomic');
  });

  it.each(['a b', 'a;', "a'", 'A', ''])('refuses %j as a name', (name) => {
    expect(() => createTable('footfall', { ...TABLE, name }, { kind: 'single' })).toThrow('Not a name');
    expect(() => createDatabase(name, { kind: 'single' })).toThrow('Not a name');
    expect(() => createTable('footfall', TABLE, { kind: 'cluster', cluster: name })).toThrow('Not a name');
  });
});

describe('addColumns', () => {
  const added = [{ name: 'term', type: 'String', codec: 'ZSTD(3)' }, { name: 'spam', type: 'UInt8' }];

  it('alters the table on a single node, harmless when run again', () => {
    expect(addColumns('footfall', TABLE, added, { kind: 'single' })).toEqual([
      'ALTER TABLE footfall.visits ADD COLUMN IF NOT EXISTS term String CODEC(ZSTD(3)), ADD COLUMN IF NOT EXISTS spam UInt8',
    ]);
  });

  it('alters the stored tables of a cluster before the distributed one, which has no codecs', () => {
    expect(addColumns('footfall', TABLE, added, { kind: 'cluster', cluster: 'main' })).toEqual([
      'ALTER TABLE footfall.visits_local ON CLUSTER main ADD COLUMN IF NOT EXISTS term String CODEC(ZSTD(3)), ADD COLUMN IF NOT EXISTS spam UInt8',
      'ALTER TABLE footfall.visits ON CLUSTER main ADD COLUMN IF NOT EXISTS term String, ADD COLUMN IF NOT EXISTS spam UInt8',
    ]);
  });
});

describe('modifyColumns', () => {
  const retyped = [{ name: 'visitor', type: 'String', codec: 'ZSTD(3)' }, { name: 'batch_id', type: 'UInt32' }];
  const recoded = [{ name: 'site_id', type: 'UInt64', codec: 'T64, ZSTD(1)' }, { name: 'half', type: 'UInt64', codec: 'ZSTD(1)' }];

  it('alters one column at a time that gets another type, and all others together, without waiting for rows', () => {
    expect(modifyColumns('footfall', TABLE, retyped, recoded, { kind: 'single' })).toEqual([
      'ALTER TABLE footfall.visits MODIFY COLUMN visitor String CODEC(ZSTD(3)) SETTINGS alter_sync = 0',
      'ALTER TABLE footfall.visits MODIFY COLUMN batch_id UInt32 SETTINGS alter_sync = 0',
      'ALTER TABLE footfall.visits MODIFY COLUMN site_id UInt64 CODEC(T64, ZSTD(1)), MODIFY COLUMN half UInt64 CODEC(ZSTD(1)) SETTINGS alter_sync = 0',
    ]);
  });

  it('alters on a cluster the distributed table behind the stored one, without codecs', () => {
    expect(modifyColumns('footfall', TABLE, [], recoded, { kind: 'cluster', cluster: 'main' })).toEqual([
      'ALTER TABLE footfall.visits_local ON CLUSTER main MODIFY COLUMN site_id UInt64 CODEC(T64, ZSTD(1)), MODIFY COLUMN half UInt64 CODEC(ZSTD(1)) SETTINGS alter_sync = 0',
      'ALTER TABLE footfall.visits ON CLUSTER main MODIFY COLUMN site_id UInt64, MODIFY COLUMN half UInt64 SETTINGS alter_sync = 0',
    ]);
  });
});
