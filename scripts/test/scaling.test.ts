/** The figures of docs/scaling.md are those that its command works out of docs/performance.md, and follow the formulas that stand there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const script = join(root, 'scripts/scaling.mjs');
const sized = (...options: string[]): string[] => execFileSync(process.execPath, [script, ...options], { encoding: 'utf8' }).trim().split('\n');
const cells = (line = ''): string[] => line.slice(2, -2).split(' | ');
const number = (text = ''): number => Number(text.replaceAll(',', ''));

/** A measured figure, read here without the command's help. */
function measured(row: string, cell: number): number {
  const line = read('docs/performance.md').split('## Sizing')[1]?.split('\n').find((text) => text.startsWith(`| ${row} |`));
  return number(cells(line)[cell]);
}

describe('the sizes', () => {
  it('stand in the document as the command prints them', () => {
    const document = new Set(read('docs/scaling.md').split('\n'));
    expect(sized().filter((line) => line !== '' && !document.has(line))).toEqual([]);
  });

  it('follow their formulas', () => {
    const rows = sized('--visits', '3e9', '--months', '7', '--replicas', '3', '--largest', '0.1', '--peak', '2', '--disk', '1', '--cores', '64', '--half', '0.25', '--seconds', '2', '--price-server', '7', '--price-core', '11', '--price-terabyte', '13', '--price-traffic', '17').slice(5);
    const found = new Map(rows.map((line) => [cells(line)[0] ?? '', number(cells(line)[1])]));
    const average = 3e9 / (30 * 24 * 3_600);
    const collecting = (2 * average * measured('collector, µs of processor', 1)) / 1e6 / 0.25;
    const storing = (2 * average * (measured('store, µs of processor', 1) + measured('store, merged once more, µs', 1)) * 3) / 1e6 / 0.25;
    const copy = (21e9 * (measured('stored, bytes', 1) + measured('hits, events and ledger beside it, bytes', 1))) / 1e12;
    const asking = (3e9 * 0.1 * 62 * measured('by day, 31 days, compared', 3)) / 30 / 1e6 / 2;
    const shards = Math.ceil(Math.max(copy, (asking + storing / 3) / 64));
    const between = (2 * average * measured('between servers, as columns, bytes', 1) * ((shards - 1) / shards + 2)) / 1e6;
    const traffic = (between / 2) * 2.592;
    expect(Object.fromEntries(found)).toEqual({
      'visits a second, on average': Math.round(average),
      'in the highest hour (times 2)': Math.round(2 * average),
      'MB a second of beacons, in the highest hour': Number(((2 * average * measured('as a browser sends it, bytes', 1)) / 1e6).toFixed(1)),
      'cores of collectors, busy to 25 %': Math.ceil(collecting),
      'GB of journal that an hour without a store fills': Math.round((2 * average * measured('in the journal, bytes', 1) * 3_600) / 1e9),
      'MB a second, collectors to servers': Number(((2 * average * measured('to a server, as text, bytes', 1)) / 1e6).toFixed(1)),
      'MB a second, between servers': Number(between.toFixed(1)),
      'cores that store, all 3 replicas, busy to 25 %': Math.ceil(storing),
      'billions of rows, one copy': 21,
      'TB of one copy, 7 months': Number(copy.toFixed(2)),
      'TB of 3 copies': Number((3 * copy).toFixed(2)),
      'cores for 62 days of a site with 10 % in 2 s': Math.ceil(asking),
      'cores for all 7 months of it in 2 s': Math.ceil((2.1e9 * measured('all time', 3)) / 1e6 / 2),
      'shards, of 64 cores and 1 TB': shards,
      servers: 3 * shards,
      'TB a month between servers': Number(traffic.toFixed(1)),
      'cost a month, with the prices above': Math.round(3 * shards * 7 + collecting * 11 + 3 * copy * 13 + traffic * 17),
    });
  });

  it('of what is no number are refused in words', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--visits', '1e9', '--months', 'many'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, '--months has to be a number above 0, not many\n']);
  });
});
