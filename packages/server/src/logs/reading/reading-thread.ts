/** The thread that reads a log for `readInThread`: pieces of it in, what became of their lines out. */
import { parentPort, workerData } from 'node:worker_threads';
import { UnknownLogFormat } from '../detect.js';
import type { Known } from './known-texts.js';
import { createLogReader } from './log-reader.js';
import { createPacker, type PackedLines } from './packed-lines.js';
import type { ReadingSetup } from './reading.js';

/** Agents and hosts of which something is asked, or what is answered, in the same order. */
export interface Asked<T> {
  readonly agents: readonly T[];
  readonly hosts: readonly T[];
}

/** What the thread is told. */
export type ToThread = { readonly piece: Uint8Array } | { readonly step: 'settle' | 'end' } | { readonly answers: Asked<boolean> };

/** What it says; each piece, `settle` and `end` is answered with lines, or with the failure that is the last of it. */
export type FromThread = { readonly lines: PackedLines } | { readonly questions: Asked<string> } | { readonly failure: 'unknown_format' };

/** Questions that were sent and not answered yet, oldest first. */
const sent: Asked<Known>[] = [];
let asked: { agents: Known[]; hosts: Known[] } = { agents: [], hosts: [] };
const pack = createPacker();

function say(message: FromThread, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}

const reader = createLogReader(workerData as ReadingSetup, { isCrawler: (agent) => void asked.agents.push(agent), isOwnHost: (host) => void asked.hosts.push(host) }, (read) => {
  const lines = pack(read);
  say({ lines }, [lines.numbers.buffer as ArrayBuffer]);
});

function ask(): void {
  if (asked.agents.length === 0 && asked.hosts.length === 0) return;
  say({ questions: { agents: asked.agents.map(({ text }) => text), hosts: asked.hosts.map(({ text }) => text) } });
  sent.push(asked);
  asked = { agents: [], hosts: [] };
}

function take(answers: Asked<boolean>): void {
  const questions = sent.shift();
  questions?.agents.forEach((agent, at) => (agent.is = answers.agents[at] === true));
  questions?.hosts.forEach((host, at) => (host.is = answers.hosts[at] === true));
  reader.resume();
}

function readNext(message: Exclude<ToThread, { answers: unknown }>): void {
  if ('piece' in message) {
    const { buffer, byteOffset, length } = message.piece;
    reader.read(Buffer.from(buffer, byteOffset, length));
  } else if (message.step === 'settle') reader.settle();
  else reader.end();
}

parentPort?.on('message', (message: ToThread) => {
  try {
    if ('answers' in message) return take(message.answers);
    readNext(message);
    ask();
  } catch (error) {
    if (!(error instanceof UnknownLogFormat)) throw error;
    say({ failure: 'unknown_format' });
  }
});
