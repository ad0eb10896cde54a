import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts, type Parts } from '../../src/deps.js';
import { createImporter } from '../../src/importer.js';

const folder = mkdtempSync(join(tmpdir(), 'footfall-sessions-'));
let parts: Parts;
const open = () => openParts(readConfig({ FOOTFALL_DATA: folder }), pino({ level: 'silent' }));

beforeAll(async () => {
  parts = await open();
  for (const domain of ['forward.example', 'backward.example']) await parts.sites.add({ name: domain, domain, isStat: true, timeZone: null });
  await parts.directory.reload();
});
afterAll(async () => {
  await parts.close(5_000);
  rmSync(folder, { recursive: true, force: true });
});

/** A view of one of three visitors every 11 minutes for two days, but for pauses of 30 minutes exactly, and of a second more. */
const LOG = (() => {
  const lines: string[] = [];
  let at = Date.UTC(2026, 2, 1);
  for (let view = 0; view < 240; view += 1) {
    at += view % 17 === 16 ? 1_801_000 : view % 13 === 12 ? 1_800_000 : 660_000;
    const iso = new Date(at).toISOString();
    lines.push(`192.0.2.${1 + (view % 20 < 14 ? 0 : view % 3)} - - [${iso.slice(8, 10)}/Mar/2026:${iso.slice(11, 19)} +0000] "GET /${view} HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n`);
  }
  return lines;
})();

async function importLines(domain: string, lines: readonly string[]): Promise<void> {
  await createImporter(parts).import({ domain, format: 'combined', sources: [{ name: 'log', chunks: (async function* chunks() {
    yield Buffer.from(lines.join(''));
  })() }] });
}

/** Each session as its entry page, and the pages seen in it. */
async function sessions(domain: string): Promise<string[]> {
  const { rows } = await parts.warehouse.query<{ line: string }>(
    "SELECT concat(entry_url, ': ', arrayStringConcat(groupArray(path(url)), ' ')) AS line FROM (SELECT path(entry_url) AS entry_url, url, session_id FROM visits WHERE site_id = {site:UInt32} ORDER BY created_at) GROUP BY session_id, entry_url ORDER BY line",
    { site: parts.directory.byDomain(domain)?.id ?? 0 });
  return rows.map(({ line }) => line);
}

it('a log in two halves, the second first, with a restart between and the first half cut in odd and even lines', async () => {
  await importLines('forward.example', LOG);
  await importLines('backward.example', LOG.slice(110));
  await parts.close(5_000);
  parts = await open();
  await importLines('backward.example', LOG.slice(0, 110).filter((_, at) => at % 2 === 1));
  await importLines('backward.example', LOG.slice(0, 110).filter((_, at) => at % 2 === 0));
  const forward = await sessions('forward.example');
  expect(forward.length).toBeGreaterThan(10);
  expect(await sessions('backward.example')).toEqual(forward);
}, 60_000);
