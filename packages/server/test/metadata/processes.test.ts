/** What processes on one metadata store know of each other: what waits, who is gone, and up to when all is stored. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Metadata } from '../../src/metadata/database.js';
import { completeOf, createProcesses, type Processes, type ProcessState, SILENT_AFTER } from '../../src/metadata/processes.js';
import { startPresence } from '../../src/presence.js';
import { sizes } from './sizes.js';

const START = 1_763_712_000_000;
const NEVER = 2_000_000_000;
const log = pino({ level: 'silent' });
const ONE: ProcessState = { id: 'a', name: 'one:8600', role: 'collect', taking: true, completeUpTo: START, waitingRecords: 0, failingSince: null };

describe.each(sizes())('processes, on $name', (size) => {
  const clock = { at: START };
  let metadata: Metadata;
  let processes: Processes;
  beforeAll(async () => {
    metadata = await size.open(() => clock.at);
    processes = createProcesses(metadata.db, () => clock.at);
  });
  afterAll(() => metadata.close());
  beforeEach(async () => {
    clock.at = START;
    await metadata.db.deleteFrom('processes').execute();
  });

  it('have one row each, as they said last; who says nothing is silent, and after a month forgotten', async () => {
    await processes.note(ONE);
    await processes.note({ ...ONE, id: 'b', name: 'office:8600', role: 'console' });
    clock.at += SILENT_AFTER;
    const late = { ...ONE, taking: false, completeUpTo: START - 3_600_000, waitingRecords: 5_000_000_000, failingSince: START - 3_000_000 };
    await processes.note(late);
    clock.at += 1;
    expect(await processes.all()).toEqual([{ ...ONE, id: 'b', name: 'office:8600', role: 'console', seenAt: START, silent: true }, { ...late, seenAt: START + SILENT_AFTER, silent: false }]);
    clock.at += 30 * 86_400_000;
    expect(await processes.all()).toEqual([]);
  });

  it('see what waits elsewhere, also with one that is gone; one that ends in order leaves nothing behind but what waits', async () => {
    const own = { ...ONE, id: 'c', name: 'office:8600', role: 'console' as const };
    let taken: ProcessState = { ...ONE, completeUpTo: START - 60_000, waitingRecords: 3 };
    const collector = await startPresence(processes, () => taken, log, NEVER);
    const office = await startPresence(processes, () => ({ ...own, completeUpTo: clock.at }), log, NEVER);
    expect(office.all().map(({ name, waitingRecords }) => [name, waitingRecords])).toEqual([['office:8600', 0], ['one:8600', 3]]);
    expect([office.completeUpTo(), collector.completeUpTo()]).toEqual([START - 60_000, START - 60_000]);

    await collector.stop();
    expect((await processes.all()).map(({ id }) => id)).toEqual(['c', 'a']);
    taken = { ...ONE, completeUpTo: START, waitingRecords: 0 };
    const again = await startPresence(processes, () => taken, log, NEVER);
    await again.stop();
    expect((await processes.all()).map(({ id }) => id)).toEqual(['c']);
    await office.stop();
    expect(await processes.all()).toEqual([]);
  });

  it('go on without a store that does not answer', async () => {
    const away: Processes = { note: () => Promise.reject(new Error('away')), forget: () => Promise.reject(new Error('away')), all: () => Promise.reject(new Error('away')) };
    const presence = await startPresence(away, () => ONE, log, NEVER);
    expect([presence.name, presence.all(), presence.completeUpTo()]).toEqual(['one:8600', [], START]);
    await presence.stop();
  });
});

it('all is stored up to where the last of them is; who has nothing waiting holds nobody up', () => {
  expect(completeOf(10, [])).toBe(10);
  expect(completeOf(10, [{ completeUpTo: 3, waitingRecords: 0 }, { completeUpTo: 7, waitingRecords: 1 }, { completeUpTo: 12, waitingRecords: 1 }])).toBe(7);
});
