/** What a cluster is told, read by the engine's own parser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings, insertSettings } from '../../src/warehouse/cluster.js';
import { createDatabase, type TableDescription, type Topology } from '../../src/warehouse/ddl.js';
import { MIGRATIONS } from '../../src/warehouse/migrations.js';
import { newTables } from '../../src/warehouse/new-tables.js';
import { EVENT_IDS, EVENTS } from '../../src/warehouse/tables/events.js';
import { LEDGER } from '../../src/warehouse/tables/ledger.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from '../../src/warehouse/tables/moved.js';
import { SESSION_FIXES } from '../../src/warehouse/tables/session-fixes.js';
import { ROLLED_TABLES } from '../../src/warehouse/tables/rolled.js';
import { SITEMAP_URLS } from '../../src/warehouse/tables/sitemap-urls.js';
import { SPIDER_HITS } from '../../src/warehouse/tables/spider-hits.js';
import { VISITS } from '../../src/warehouse/tables/visits.js';
import { startEngine, type TestEngine } from './start-engine.js';

const CLUSTER: Topology = { kind: 'cluster', cluster: 'main' };
const TABLES: readonly TableDescription[] = [VISITS, SPIDER_HITS, EVENTS, EVENT_IDS, LEDGER, SESSION_FIXES, SITEMAP_URLS, MOVED_VISITS, MOVED_HITS, MOVED_EVENTS, MOVED_AGENTS, ...ROLLED_TABLES];
const STATEMENTS = [createDatabase('footfall', CLUSTER), ...MIGRATIONS.flatMap((step) => step.statements('footfall', CLUSTER))];
const NEW = newTables('footfall', CLUSTER);

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ place: 'child' });
});
afterAll(() => engine.stop());

async function formatted(text: string): Promise<string> {
  const { rows } = await engine.warehouse.query<{ text: string }>('SELECT formatQuerySingleLine({text:String}) AS text', { text });
  return rows[0]?.text ?? '';
}

/** The whole numbers that a statement sets. */
const settingsIn = (text: string): Record<string, number> => Object.fromEntries([...text.matchAll(/\b(\w+) = (\d+)\b/gu)].map(([, name = '', value]) => [name, Number(value)]));

describe.each([...STATEMENTS, ...NEW].map((text) => [text.replaceAll(/\s+/gu, ' ').slice(0, 90), text]))('%s', (_, text) => {
  it('is a statement to the engine, the same one when written anew, and runs on all servers', async () => {
    const once = await formatted(text);
    expect(await formatted(once)).toBe(once);
    expect(once).toContain(' ON CLUSTER main ');
    // Nothing of it was read as something else.
    expect(settingsIn(once)).toEqual(settingsIn(text));
    expect(once.match(/\bCODEC\(/gu)?.length).toBe(text.match(/\bCODEC\(/gu)?.length);
    expect(once).toMatch(/^(?:CREATE (?:DATABASE|TABLE) IF NOT EXISTS|ALTER TABLE) /u);
  });
});

describe('the parser', () => {
  it.each(['CREATE TABLE a ON CLUSTER (x UInt8) ENGINE = MergeTree', 'ALTER TABLE a ON CLUSTER main ADD COLUMN', 'CREATE TABLE a (x UInt8) ENGINE = Distributed(', ''])('refuses %j', async (text) => {
    await expect(formatted(text)).rejects.toMatchObject({ name: 'FootfallError' });
  });
});

describe.each([['steps', STATEMENTS], ['a new store', NEW]])('stored tables of %s', (_, statements) => {
  const stored = statements.filter((text) => /ENGINE = Replicated/u.test(text));

  it('are as many as are described, each replicated under its own name, each behind a Distributed one', () => {
    const names = TABLES.map(({ name }) => name).toSorted();
    expect(stored.map((text) => /footfall\.(\w+)_local ON CLUSTER/u.exec(text)?.[1] ?? '').toSorted()).toEqual(names);
    expect(stored.map((text) => /ReplicatedMergeTree\('\/clickhouse\/tables\/\{shard\}\/footfall\/(\w+)', '\{replica\}'\)/u.exec(text)?.[1] ?? '').toSorted()).toEqual(names);
    const distributed = statements.flatMap((text) => [...text.matchAll(/ON CLUSTER main AS footfall\.(\w+)_local\nENGINE = Distributed\(main, footfall, \1_local, \w+\)$/gu)].map(([, name = '']) => name));
    expect(distributed.toSorted()).toEqual(names);
  });

  it('remember the tokens of inserts for as long as a batch may wait, and lose nothing that was answered', async () => {
    for (const text of stored) {
      expect(settingsIn(text)).toMatchObject({
        replicated_deduplication_window: 10_000, replicated_deduplication_window_seconds: 604_800, fsync_after_insert: 1, fsync_part_directory: 1, min_rows_to_fsync_after_merge: 1,
        min_compressed_bytes_to_fsync_after_merge: 1, old_parts_lifetime: 480, max_suspicious_broken_parts: 1_000_000,
      });
      expect(text).not.toContain('non_replicated');
    }
    const named = [...new Set(stored.flatMap((text) => Object.keys(settingsIn(text))))].toSorted();
    const { rows } = await engine.warehouse.query<{ name: string }>('SELECT name FROM system.merge_tree_settings WHERE name IN {named:Array(String)} ORDER BY name', { named });
    expect(rows.map(({ name }) => name)).toEqual(named);
  });

  it('lie by an expression over their own columns; what is looked up by visitor lies with the visits', async () => {
    for (const { shardBy, columns } of TABLES) expect(columns.map(({ name, type }) => [name, type.startsWith('UInt')])).toContainEqual([shardBy, true]);
    // A correction of sessions reads its values on the shard of the visits that it corrects.
    expect([SESSION_FIXES.shardBy, VISITS.shardBy, EVENTS.shardBy]).toEqual(['visitor', 'visitor', 'visitor']);
  });
});

describe('an insert', () => {
  it('is done when most replicas have it, at once, on the shard that it belongs to', async () => {
    const settings = insertSettings(CLUSTER);
    expect(settings).toMatchObject({ insert_quorum: 'auto', insert_quorum_parallel: 1, distributed_foreground_insert: 1, parallel_distributed_insert_select: '0' });
    expect(insertSettings({ kind: 'single' })).toEqual({});
    // The engine knows each by name, and takes its value.
    const all = { ...settings, ...changeSettings(CLUSTER) };
    const list = Object.entries(all).map(([name, value]) => `${name} = '${String(value)}'`).join(', ');
    await expect(engine.warehouse.query(`SELECT 1 SETTINGS ${list}`, {})).resolves.toMatchObject({ rows: [{ 1: 1 }] });
  });
});
