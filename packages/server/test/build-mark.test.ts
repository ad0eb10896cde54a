import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildMark } from '../src/build-mark.js';

it('tells builds apart by what is in their code, wherever they lie', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-build-'));
  await mkdir(join(folder, 'inner'));
  await writeFile(join(folder, 'inner', 'one.js'), 'one');
  const marks = [await buildMark([folder])];
  await writeFile(join(folder, 'one.d.ts'), 'types');
  await writeFile(join(folder, 'one.js.map'), 'map');
  await rename(folder, `${folder}-moved`);
  const moved = `${folder}-moved`;
  expect(await buildMark([moved])).toBe(marks[0]);
  await writeFile(join(moved, 'inner', 'one.js'), 'two');
  marks.push(await buildMark([moved]));
  await rename(join(moved, 'inner', 'one.js'), join(moved, 'inner', 'other.js'));
  marks.push(await buildMark([moved]));
  expect(new Set(marks).size).toBe(3);
});

it('is that of the code that runs, and of what it shares with the console', async () => {
  const all = await buildMark();
  expect(all).toMatch(/^[\da-f]{64}$/u);
  expect(await buildMark([new URL('../src', import.meta.url).pathname])).not.toBe(all);
});
