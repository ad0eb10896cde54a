import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { REFUSALS } from '@footfall/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts, type Parts } from '../../src/deps.js';
import { createImporter } from '../../src/importer.js';
import { type Server, startServer } from '../../src/server.js';
import { LAYOUTS, logLine } from './lines.js';
import { seeded } from './random.js';
import { batchRequest, beaconRequest, HOST, pixelRequest, serverItem } from './requests.js';
import { type Answered, sendAll } from './sender.js';
import { metadataEnvironment } from '../../../../scripts/setup/postgres.mjs';

/* Beacons, pixels, server events and log lines that nobody honest sends, through the whole server: its HTTP, its importer, its store. */
const NUM = Number(process.env['FUZZ_NUM'] ?? 100_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const BEACONS = Math.round(NUM * 0.4);
const PIXELS = Math.round(NUM * 0.1);
const BATCHES = Math.round(NUM * 0.01);
const ITEMS = 10;
/** Connections at once: each waits for the disk before its next, and those that wait share one write. */
const CONNECTIONS = 64;
const LINES = Math.ceil((NUM * 0.4) / LAYOUTS.length);

const folder = mkdtempSync(join(tmpdir(), 'footfall-fuzz-'));
const complaints: string[] = [];
const loose: unknown[] = [];
const onLoose = (error: unknown): void => void loose.push(error);
let parts: Parts;
let server: Server;
let key = '';

interface Tally {
  readonly received: number;
  readonly refused: Record<string, number>;
}

async function ledger(): Promise<Tally> {
  // Counts ride with the next commit; those of refusals alone do so within a tick.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await parts.flusher.drained();
  const { rows } = await parts.warehouse.query<{ outcome: string; reason: string; num: string }>('SELECT outcome, reason, sum(num) AS num FROM ledger GROUP BY outcome, reason', {});
  return {
    received: rows.filter(({ outcome }) => outcome === 'received').reduce((sum, { num }) => sum + Number(num), 0),
    refused: Object.fromEntries(rows.filter(({ outcome }) => outcome === 'refused').map(({ reason, num }) => [reason, Number(num)])),
  };
}

async function stored(): Promise<number> {
  const { rows } = await parts.warehouse.query<{ num: string }>('SELECT (SELECT count() FROM visits) + (SELECT count() FROM spider_hits) + (SELECT count() FROM events) AS num', {});
  return Number(rows[0]?.num);
}

/** What had come when it was last looked: between two tests nothing comes. */
let last: Tally & { readonly rows: number } = { received: 0, refused: {}, rows: 0 };

/** What has come since then. */
async function since(): Promise<Tally & { readonly rows: number }> {
  const before = last;
  last = { ...(await ledger()), rows: await stored() };
  const refused = Object.entries(last.refused).map(([reason, num]): [string, number] => [reason, num - (before.refused[reason] ?? 0)]);
  return { received: last.received - before.received, refused: Object.fromEntries(refused.filter(([, num]) => num > 0)), rows: last.rows - before.rows };
}

const count = (reasons: Record<string, number>, reason: string): void => {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
};

function* times<T>(num: number, make: () => T): Generator<T> {
  for (let at = 0; at < num; at += 1) yield make();
}

beforeAll(async () => {
  process.stdout.write(`fuzz: seed ${String(SEED)}, ${String(NUM)} things (FUZZ_SEED, FUZZ_NUM)\n`);
  process.on('unhandledRejection', onLoose);
  const log = pino({ level: 'error' }, { write: (line: string) => void complaints.push(line) });
  parts = await openParts(readConfig({ ...(await metadataEnvironment(folder)), FOOTFALL_DATA: folder, FOOTFALL_PORT: '0', FOOTFALL_HOST: '127.0.0.1', FOOTFALL_ADMIN_PASSWORD: 'a-fuzz-password', FOOTFALL_TRUST_PROXY: '1' }), log);
  const { id } = await parts.sites.add({ name: 'Fuzz', domain: HOST, isStat: true, timeZone: null });
  await parts.directory.reload();
  ({ key } = await parts.apiKeys.add(id, 'fuzz'));
  await parts.apiKeyDirectory.reload();
  server = await startServer(parts);
});
afterAll(async () => {
  await server.close(1_000);
  await parts.close(10_000);
  process.off('unhandledRejection', onLoose);
  rmSync(folder, { recursive: true, force: true });
});

describe(`${String(NUM)} things that nobody honest sends`, { timeout: 300_000 }, () => {
  it('beacons: each is answered, and each refusal counted under the reason that it was answered with', async () => {
    const random = seeded(SEED);
    const answered: Record<string, number> = {};
    let quiet = 0;
    await sendAll(server.address.port, times(BEACONS, () => beaconRequest(random)), ({ status, body }: Answered) => {
      if (status === 204) quiet += 1;
      else count(answered, (JSON.parse(body) as { data: { reason: string } }).data.reason);
    }, CONNECTIONS);
    const { received, refused, rows } = await since();
    expect(received).toBe(BEACONS);
    const silently = Object.entries(refused).filter(([reason]) => REFUSALS[reason as keyof typeof REFUSALS].http === 204);
    expect(answered).toEqual(Object.fromEntries(Object.entries(refused).filter(([reason]) => !silently.some(([one]) => one === reason))));
    expect(rows).toBe(quiet - silently.reduce((sum, [, num]) => sum + num, 0));
    expect(Object.keys(answered).toSorted()).toEqual(expect.arrayContaining(['bad_url', 'malformed', 'unknown_site']));
    expect(quiet).toBeGreaterThan(BEACONS / 5);
  });

  it('pixels: each is answered with the picture, and each refusal counted under the reason in its header', async () => {
    const random = seeded(SEED + 1);
    const answered: Record<string, number> = {};
    const statuses = new Set<number>();
    await sendAll(server.address.port, times(PIXELS, () => pixelRequest(random)), ({ status, headers }: Answered) => {
      statuses.add(status);
      const reason = headers.get('footfall-refused');
      if (reason !== undefined) count(answered, reason);
    }, CONNECTIONS);
    const { received, refused } = await since();
    expect([...statuses]).toEqual([200]);
    expect(received).toBe(PIXELS);
    expect(refused).toEqual(answered);
  });

  it('server events: every item is counted', async () => {
    const random = seeded(SEED + 2);
    const statuses = new Set<number>();
    await sendAll(server.address.port, times(BATCHES, () => batchRequest(random, key, Array.from({ length: ITEMS }, () => serverItem(random)))), ({ status }: Answered) => statuses.add(status), 4);
    const { received, refused, rows } = await since();
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(received).toBeGreaterThan(BATCHES * ITEMS * 0.8);
    expect(received).toBe(rows + Object.values(refused).reduce((sum, num) => sum + num, 0));
  });

  it.each(LAYOUTS)('log lines like $format: every line ends somewhere', async ({ format, head, lines }) => {
    const random = seeded(SEED + 3 + LAYOUTS.findIndex((layout) => layout.format === format));
    const log = Readable.from([...head.map((line) => Buffer.from(`${line}\n`)), ...Array.from({ length: LINES }, () => Buffer.concat([logLine(random, lines), Buffer.from('\n')]))], { objectMode: false });
    const report = await createImporter(parts).import({ domain: HOST, format, sources: [{ name: format, chunks: log }] });
    const { received, refused, rows } = await since();
    expect(report.lines).toBe(LINES + head.length);
    expect(report.visits + report.spider_hits + Object.values(report.refused).reduce((sum, num) => sum + num, 0)).toBe(report.lines);
    expect(received).toBe(report.lines);
    expect(refused).toEqual(report.refused);
    expect(rows).toBe(report.visits + report.spider_hits);
    expect(report.visits).toBeGreaterThan(LINES / 20);
  });

  it('leaves only text that can be read back, no complaint, no loose end, and a server that is well', async () => {
    const { rows: columns } = await parts.warehouse.query<{ table: string; name: string }>(
      "SELECT table, name FROM system.columns WHERE database = 'footfall' AND table IN ('visits', 'spider_hits', 'events') AND type IN ('String', 'LowCardinality(String)') AND default_kind = ''", {});
    expect(columns.length).toBeGreaterThan(40);
    for (const table of ['visits', 'spider_hits', 'events']) {
      const bad = columns.filter((column) => column.table === table).map(({ name }) => `countIf(NOT isValidUTF8(${name}) OR position(${name}, char(0)) > 0) AS ${name}_bad`);
      const { rows } = await parts.warehouse.query<Record<string, string>>(`SELECT ${bad.join(', ')} FROM ${table}`, {});
      expect(Object.entries(rows[0] ?? {}).filter(([, num]) => Number(num) > 0)).toEqual([]);
      let read = 0;
      for await (const piece of parts.warehouse.stream(`SELECT * FROM ${table}`, {})) read += piece.rows.length;
      expect(read).toBeGreaterThan(0);
    }
    const { received, refused } = await ledger();
    expect(received).toBe((await stored()) + Object.values(refused).reduce((sum, num) => sum + num, 0));
    expect(Object.keys(refused).filter((reason) => !(reason in REFUSALS) || reason === 'store_rejected')).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${server.address.port}/healthz`)).status).toBe(200);
    expect(complaints).toEqual([]);
    expect(loose).toEqual([]);
  });
});
