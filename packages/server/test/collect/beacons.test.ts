import { FootfallError } from '@footfall/contract';
import { expect, it } from 'vitest';
import type { Answer } from '../../src/collect/answers.js';
import { type Beacons, createBeacons } from '../../src/collect/beacons.js';
import { createLedger } from '../../src/collect/ledger.js';
import { createRecentIds } from '../../src/collect/recent-ids.js';
import { createRecentRefusals } from '../../src/collect/recent-refusals.js';
import { rememberingLog } from '../journal/opened.js';
import { beacon, DIRECTORY } from './arriving.js';
import { UNLIMITED } from './collecting.js';

/** Beacons whose views all go to the disk with the promise that `commit` gives at the time. */
function setUp(commit: () => Promise<void>) {
  const { log, lines } = rememberingLog();
  const now = (): number => 1_000;
  const beacons = createBeacons({ directory: DIRECTORY, intake: { take: commit }, ledger: createLedger(), recent: createRecentIds(now), refusals: createRecentRefusals(now), rates: { address: UNLIMITED, site: UNLIMITED }, trustProxy: false, now, log });
  return { beacons, lines };
}

const send = (beacons: Beacons, serial: number, reply: (answer: Answer) => void): void =>
  beacons.take('203.0.113.1', {}, Buffer.from(JSON.stringify(beacon({ i: serial.toString(16).padStart(16, '0') }))), reply);

it('all views of a commit are answered when it is safe, and not before, each by what became of its own', async () => {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const commits = [0, 1].map(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })));
  let commit = 0;
  const { beacons } = setUp(() => commits[commit] ?? Promise.resolve());
  const answers: [number, number][] = [];
  for (const [serial, its] of [[1, 0], [2, 0], [3, 1], [4, 1], [5, 0]] as const) {
    commit = its;
    send(beacons, serial, ({ status }) => answers.push([serial, status]));
  }
  // A retry of the first, and one of the third, while they are under way.
  send(beacons, 1, ({ status }) => answers.push([11, status]));
  send(beacons, 3, ({ status }) => answers.push([13, status]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual([]);

  ends[1]?.reject(new FootfallError('journal.full'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers.toSorted(([a], [b]) => a - b)).toEqual([[3, 503], [4, 503], [13, 503]]);

  answers.length = 0;
  ends[0]?.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers.toSorted(([a], [b]) => a - b)).toEqual([[1, 204], [2, 204], [5, 204], [11, 204]]);
});

it('an answer that can not be given keeps no other one back', async () => {
  const commit = Promise.resolve();
  const { beacons, lines } = setUp(() => commit);
  const answers: number[] = [];
  send(beacons, 1, ({ status }) => answers.push(status));
  send(beacons, 2, () => {
    throw new Error('the socket is gone');
  });
  send(beacons, 3, ({ status }) => answers.push(status));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual([204, 204]);
  expect(JSON.stringify(lines)).toContain('could not answer a beacon');
});

it('whoever comes when a commit has failed already is told so as well, and may come again', async () => {
  const failed = Promise.reject(new FootfallError('journal.full'));
  const { beacons } = setUp(() => failed);
  const answers: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    send(beacons, 1, ({ status }) => answers.push(status));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(answers).toEqual([503, 503, 503]);
});
