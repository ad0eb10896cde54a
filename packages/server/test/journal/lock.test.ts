import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from '../../src/folder-lock.js';
import { numbersOf, open, row, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

/** Another process that holds the folder until it is ended; written against libsql alone. */
async function holder(folder: string): Promise<{ kill: () => Promise<void> }> {
  const code = `
    import Database from 'libsql';
    const database = new Database(process.argv[1] + '/lock');
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, folder], { stdio: ['ignore', 'pipe', 'inherit'], cwd: import.meta.dirname });
  await once(child.stdout, 'data');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe('one server per folder', () => {
  it('refuses a second opening in the same process, and lets go on close', async () => {
    const folder = temporaryFolder();
    const journal = await open(folder);
    await journal.append(blockOf([row(1)]));
    await expect(open(folder)).rejects.toThrow(FolderInUse);
    await expect(open(folder)).rejects.toThrow(folder);
    await journal.append(blockOf([row(2)]));
    await journal.close();
    const again = await open(folder);
    expect(await numbersOf(again.sealed())).toEqual([1, 2]);
    await again.close();
  });

  it('refuses while another process holds it, and opens at once when that one is killed', async () => {
    const folder = temporaryFolder();
    const other = await holder(folder);
    await expect(open(folder)).rejects.toThrow(FolderInUse);
    await other.kill();
    const journal = await open(folder);
    await journal.close();
  });

  it('holds folders apart', () => {
    const one = lockFolder(temporaryFolder());
    const two = lockFolder(temporaryFolder());
    expect(() => lockFolder(temporaryFolder()).release()).not.toThrow();
    one.release();
    two.release();
  });
});
