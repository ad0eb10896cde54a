import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openParts } from '../../src/deps.js';
import { startEarly } from '../../src/early-start.js';
import { lockFolder } from '../../src/folder-lock.js';

let folder: string;
const environment = (more: Record<string, string> = {}) => ({ FOOTFALL_DATA: folder, FOOTFALL_MEMORY: '512M', FOOTFALL_LOG_LEVEL: 'silent', ...more });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-early-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('an early start', () => {
  it('is taken once, and ended with all that was opened', async () => {
    const early = startEarly(['serve'], environment());
    const config = readConfig(environment());
    const parts = await openParts(config, pino({ level: 'silent' }), Date.now, early);
    expect(early?.take(config.dataFolder)).toBeNull();
    expect(await parts.warehouse.ping()).toBe(true);
    expect(() => lockFolder(join(folder, 'journal'))).toThrow('already using');
    await parts.close(1_000);
    await early?.end();
    lockFolder(join(folder, 'journal')).release();
    await (await openParts(config, pino({ level: 'silent' }))).close(0);
  }, 60_000);

  it('has what was kept of hours that are over when the last process ended, and leaves no file of it', async () => {
    const [config, file] = [readConfig(environment()), join(folder, 'kept-lists')];
    const open = () => openParts(config, pino({ level: 'silent' }));
    const entry = { before: 5, counts: { rows: [{ m_pv: '7' }], size: 1 } };
    const first = await open();
    first.warehouse.rolled?.periods.read([1], 'a day').keep(entry);
    await first.close(1_000);
    expect(existsSync(file)).toBe(true);
    const next = await open();
    expect(existsSync(file)).toBe(false);
    await expect.poll(() => next.warehouse.rolled?.periods.read([1], 'a day').kept).toMatchObject(entry);
    await next.close(1_000);
  }, 60_000);

  it('that nobody takes leaves nothing running, and the folder free', async () => {
    const early = startEarly([], environment());
    expect(early?.take(join(folder, 'another'))).toBeNull();
    await early?.end();
    expect(early?.take(readConfig(environment()).dataFolder)).toBeNull();
    lockFolder(join(folder, 'journal')).release();
  }, 60_000);

  it('touches nothing of a folder that another process uses, nor of an installation on servers', () => {
    const lock = lockFolder(join(folder, 'journal'));
    expect(startEarly(['serve'], environment())).toBeNull();
    expect(startEarly(['import'], environment())).toBeNull();
    lock.release();
    expect(startEarly(['serve'], environment({ FOOTFALL_CLICKHOUSE_URL: 'http://127.0.0.1:1' }))).toBeNull();
    expect(existsSync(join(folder, 'visits'))).toBe(false);
  });

  it('makes no folder for an import, is not for other commands, and leaves mistakes to who reads them', () => {
    const missing = join(folder, 'missing');
    expect(startEarly(['import', 'a.log'], environment({ FOOTFALL_DATA: missing }))).toBeNull();
    expect(startEarly(['doctor'], environment({ FOOTFALL_DATA: missing }))).toBeNull();
    expect(startEarly(['serve'], environment({ FOOTFALL_DATA: missing, FOOTFALL_PORT: 'none' }))).toBeNull();
    expect(existsSync(missing)).toBe(false);
  });
});
