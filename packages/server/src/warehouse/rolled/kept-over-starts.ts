/**
 * What is kept of hours that are over, from one process of an installation to the next: written when one ends in order, taken by the next that opens the store, of
 * whatever kind, and used only if it is of the same build and the store has got nothing since. Who asks after a start has what came since counted, as before it.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AddressList, MomentaryAddresses } from './address-list.js';
import { ColumnLists } from './column-lists.js';
import type { Entry, KeptCounts, Sized } from './kept-counts.js';
import { removeEntries, takeEntries, writeEntries } from './kept-file.js';
import type { KeptLists } from './kept-lists.js';
import { listOf, type Makers, plainOf } from './kept-plain.js';
import { MemberSeries } from './member-series.js';
import { SiteMembers } from './site-members.js';
import { SortedRecords } from './sorted-records.js';
import { MomentaryValues, ValueList } from './value-list.js';

/** Name of the file in the data folder. */
const FILE = 'kept-lists';
/** What is kept of hours that are over, and who was there in the running one; what is kept of that one alone is nothing worth after most starts. */
const LISTS = ['periods', 'suspects', 'sites', 'series', 'counts', 'addresses'] as const satisfies readonly (keyof KeptLists)[];
const MAKERS: Makers = { SortedRecords, ValueList, MomentaryValues, AddressList, MomentaryAddresses, ColumnLists, MemberSeries, SiteMembers };

/** Milliseconds that whoever stops the server waits for it at most, and for what the entry under way takes. */
const PATIENCE = 2_000;

/** The first entry of a file. */
interface Head {
  readonly build: string;
  readonly store: string;
}

type Lists = Pick<KeptLists, (typeof LISTS)[number]>;
type Written = readonly [list: (typeof LISTS)[number], key: string, entry: Entry<Sized>];

export interface KeptOverStarts {
  /**
   * Takes what there is. Resolves when the store may be changed: the file is gone then, and what was in it is read beside everything else.
   * @returns what resolves when it is read. Neither rejects
   */
  take(): Promise<{ readonly read: Promise<void> }>;
  /** Writes what is kept, when nothing changes the store any more. Never rejects. */
  write(): Promise<void>;
}

/** What is kept, and by what it is told whether it is true still. */
export interface KeptOverStartsParts {
  readonly lists: Lists;
  readonly dataFolder: string;
  /** Of the code that counts. */
  readonly build: Promise<string>;
  /** Another one whenever the store has got anything. */
  readonly store: () => Promise<string>;
  readonly log: Logger;
}

const isHead = (entry: unknown, head: Head): boolean => JSON.stringify(entry) === JSON.stringify(head);

/** @throws Error when it takes too long: half of the lists are worth little, as those that take most come last */
function* written(lists: Lists, head: Head, log: Logger): Generator<Head | Written> {
  const until = performance.now() + PATIENCE;
  yield head;
  for (const list of LISTS) {
    for (const [key, entry] of lists[list].entries()) {
      if (performance.now() > until) throw new Error('writing takes too long');
      try {
        yield [list, key, plainOf(entry, MAKERS) as Entry<Sized>];
      } catch (error) {
        log.debug({ err: error, list }, 'kept lists: one is not written');
      }
    }
  }
}

async function readInto(lists: Lists, entries: AsyncGenerator): Promise<number> {
  let taken = 0;
  for await (const entry of entries) {
    const [list, key, plain] = entry as Written;
    (lists[list] as KeptCounts<Sized>).takeOver(key, listOf(plain, MAKERS) as Entry<Sized>);
    taken += 1;
  }
  return taken;
}

/** For who keeps nothing: what another process wrote is not true for long. @throws file errors */
export const forgetKept = (dataFolder: string): Promise<void> => removeEntries(join(dataFolder, FILE));

export function keptOverStarts({ lists, dataFolder, build, store, log }: KeptOverStartsParts): KeptOverStarts {
  const file = join(dataFolder, FILE);
  let reading: Promise<void> = Promise.resolve();
  const headNow = async (): Promise<Head> => ({ build: await build, store: await store() });
  const without = (error: unknown): void => log.warn({ err: error }, 'what was counted before the last stop can not be used: the first looks take as long as after an update. Nothing is lost.');

  async function read(entries: AsyncGenerator, mark: Promise<string>): Promise<void> {
    try {
      const { value: first } = await entries.next();
      if (!isHead(first, { build: await build, store: await mark })) {
        log.info('what was counted before the last stop is not used: the build or the store is another one');
        return;
      }
      log.info({ lists: await readInto(lists, entries) }, 'what was counted before the last stop is used');
    } catch (error) {
      without(error);
    } finally {
      await entries.return(null);
    }
  }

  return {
    async take() {
      try {
        const entries = await takeEntries(file);
        if (entries === null) return { read: Promise.resolve() };
        const mark = store();
        reading = read(entries, mark);
        // What changes the store waits for it.
        await mark.catch(() => undefined);
        return { read: reading };
      } catch (error) {
        without(error);
        return { read: Promise.resolve() };
      }
    },
    async write() {
      // Who ends soon after he began hands on what he was given.
      await Promise.race([reading, sleep(PATIENCE, undefined, { ref: false })]);
      try {
        if (LISTS.every((list) => lists[list].entries().next().done === true)) return;
        await writeEntries(file, written(lists, await headNow(), log));
      } catch (error) {
        log.warn({ err: error }, 'what was counted could not be written down for the next start: the first looks will take longer. Nothing is lost.');
      }
    },
  };
}
