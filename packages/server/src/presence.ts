/**
 * Says every few seconds how this process is, and reads how the others are, where several are on one metadata store. Nothing here is ever
 * rejected: what could not be said or read is so the next time.
 */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Flusher } from './flush/flusher.js';
import type { Journal } from './journal/journal.js';
import type { Metadata } from './metadata/database.js';
import { completeOf, createProcesses, type KnownProcess, type Processes, type ProcessState } from './metadata/processes.js';

export interface Presence {
  /** Of this process. */
  readonly name: string;
  /** All processes as they said last, by name; none where this one is alone. */
  all(): readonly KnownProcess[];
  /** Milliseconds UTC: all is stored that any process took before, those that are gone included. */
  completeUpTo(): number;
  /** The last word of a process that ends. */
  stop(): Promise<void>;
}

const EVERY = 5_000;

/** Of a process that has its stores for itself. */
const presenceOfOne = (name: string, completeUpTo: () => number): Presence => ({ name, all: () => [], completeUpTo, stop: () => Promise.resolve() });

/** Begins, with the first word said. */
export async function startPresence(processes: Processes, state: () => ProcessState, log: Pick<Logger, 'warn'>, every: number = EVERY): Promise<Presence> {
  let known: readonly KnownProcess[] = [];
  let failing = false;
  let saying: Promise<void> = Promise.resolve();

  async function say(): Promise<void> {
    try {
      await processes.note(state());
      known = await processes.all();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'metadata: this process and the others can not tell each other how they are');
      failing = true;
    }
  }
  await say();
  const timer = setInterval(() => {
    saying = saying.then(say);
  }, every).unref();
  return {
    name: state().name,
    all: () => known,
    completeUpTo() {
      const { id, completeUpTo } = state();
      return completeOf(completeUpTo, known.filter((process) => process.id !== id));
    },
    async stop() {
      clearInterval(timer);
      await saying;
      const last = state();
      if (last.waitingRecords > 0) await say();
      else await processes.forget(last.id).catch((error: unknown) => log.warn({ err: error }, 'metadata: this process stays on the list of those that run'));
    },
  };
}

interface PresenceParts {
  readonly metadata: Metadata;
  readonly journal: Journal;
  readonly flusher: Flusher;
  readonly log: Logger;
}

/** Of this process, on the metadata store that it shares; alone on one of its own. */
export async function openPresence({ role, port }: Pick<Config, 'role' | 'port'>, { metadata, journal, flusher, log }: PresenceParts, now: () => number): Promise<Presence> {
  if (metadata.dialect === 'sqlite') return presenceOfOne(hostname(), () => flusher.status().completeUpTo);
  const name = `${hostname()}:${String(port)}`;
  return startPresence(createProcesses(metadata.db, now), () => {
    const { completeUpTo, failingSince } = flusher.status();
    const { failing, waitingRecords } = journal.status();
    return { id: journal.installation, name, role, taking: !failing, completeUpTo, waitingRecords, failingSince };
  }, log);
}
