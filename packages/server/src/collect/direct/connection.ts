import type { Socket } from 'node:net';
import type { Answer } from '../answers.js';
import type { AnswerTexts } from './answer-text.js';
import type { BatchBody } from './batch-body.js';
import { type KnownHead, knownHead, readAgain } from './known-head.js';
import { readWhole, type WholeRequest } from './request.js';

export interface ConnectionParts {
  readonly texts: AnswerTexts;
  /** Answers now or later, once. */
  take(request: WholeRequest, remoteAddress: string | undefined, reply: (answer: Answer) => void): void;
  /** A request that was broken off while another was answered. */
  broken(): void;
  /** The batch whose head `bytes` begin with, and how long that is; null for what is none to be read directly. The batch has room, which whoever gets it gives back. */
  beginBatch(bytes: Buffer): { readonly batch: BatchBody; readonly headSize: number } | null;
  /** Answers a whole batch, once, and gives its room back. */
  takeBatch(batch: BatchBody, reply: (answer: Answer) => void): void;
  /** A batch that will not become whole here: broken off, or given to node:http. */
  letBatchGo(batch: BatchBody, isBroken: boolean): void;
  /** Gives the socket to node:http, which reads it from here on. */
  handOver(socket: Socket): void;
  /** The connection is no more one that is read directly. */
  gone(connection: DirectConnection): void;
}

/** A sender that sends on without waiting for answers is read no further than this. */
const MAX_WAITING = 64 * 1024;
/** A body that is still on its way at the second look since its head came is slow, and left to node:http, which has limits for that. */
const MOST_LOOKS = 2;
const NOTHING = Buffer.alloc(0);
/** For sockets that break: they are closed next, and nobody is there to be told. */
const ignore = (): void => undefined;

/**
 * A connection that has sent nothing but whole beacons, and batches of server events, so far. One is answered at a time; the first bytes that are anything else
 * end this, and node:http has the connection with all that is not answered yet.
 */
export class DirectConnection {
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;
  readonly #remoteAddress: string | undefined;
  readonly #onData = (chunk: Buffer): void => this.#receive(chunk);
  readonly #onEnd = (): void => this.#onSenderDone();
  readonly #onClose = (): void => this.#onClosed();
  readonly #reply = (answer: Answer): void => this.#answer(answer);
  #waiting: Buffer = NOTHING;
  /** What comes belongs to its body. */
  #batch: BatchBody | null = null;
  /** The first that came. A proxy sends others after it, a browser nearly always the same. */
  #head: KnownHead | null = null;
  #answering = false;
  /** The sender takes no more answers for now. */
  #full = false;
  #reading = false;
  #senderDone = false;
  #last = false;
  /** Looks since the last sign of life. */
  #quiet = 0;
  #fresh = true;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#remoteAddress = socket.remoteAddress;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('close', this.#onClose);
    socket.on('error', ignore);
    this.#takeBefore(socket);
  }

  /** Called at even times: whoever stays away for `most` of them in a row is let go. */
  look(most: number): void {
    this.#quiet += 1;
    // One that has said nothing yet has node:http's time to begin.
    if (this.#fresh || (this.#batch !== null && (this.#batch.looks += 1) >= MOST_LOOKS)) this.#handOver();
    else if (this.#quiet > most && !this.#answering) this.#socket.destroy();
  }

  /** Ends it behind the answer under way, or at once when there is none. */
  finish(): void {
    this.#last = true;
    if (!this.#answering && this.#batch === null) this.#end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Takes what comes before the stream has it, which would look for more behind each piece: a tick of node's and a read of nothing for each
   * beacon. While it is paused the stream has it as ever, and gives it as 'data'; so it does where node does not hand it to `push`.
   */
  #takeBefore(socket: Socket): void {
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (chunk === null || socket.isPaused() || socket.readableLength > 0) return push(chunk, encoding);
      this.#receive(chunk);
      return true;
    };
  }

  #receive(chunk: Buffer): void {
    this.#quiet = 0;
    this.#fresh = false;
    const own = this.#batch === null ? chunk : this.#fill(this.#batch, chunk);
    if (own.length === 0) return;
    this.#waiting = this.#waiting.length === 0 ? own : Buffer.concat([this.#waiting, own]);
    this.#next();
    if (this.#waiting.length > MAX_WAITING) this.#socket.pause();
  }

  /** Takes what waits, one after the other, up to one that is not answered at once. */
  #next(): void {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#waiting.length > 0 && !this.#answering && !this.#full) {
      const request = this.#read();
      if (request === null) {
        if (this.#beginBatch()) continue;
        return this.#senderDone ? this.#brokenOff() : this.#handOver();
      }
      this.#waiting = request.size === this.#waiting.length ? NOTHING : this.#waiting.subarray(request.size);
      this.#answering = true;
      this.#parts.take(request, this.#remoteAddress, this.#reply);
    }
    this.#reading = false;
    if (this.#senderDone && !this.#answering && !this.#full) this.#end();
  }

  #beginBatch(): boolean {
    const begun = this.#parts.beginBatch(this.#waiting);
    if (begun === null) return false;
    const { batch, headSize } = begun;
    this.#batch = batch;
    this.#waiting = this.#fill(batch, this.#waiting.subarray(headSize));
    return true;
  }

  /** @returns what does not belong to the batch any more */
  #fill(batch: BatchBody, chunk: Buffer): Buffer {
    const rest = batch.add(chunk);
    if (!batch.isWhole) return NOTHING;
    this.#batch = null;
    this.#answering = true;
    this.#parts.takeBatch(batch, this.#reply);
    return rest;
  }

  #read(): WholeRequest | null {
    const bytes = this.#waiting;
    const again = this.#head === null ? null : readAgain(bytes, this.#head);
    if (again !== null) return again;
    const request = readWhole(bytes);
    if (request !== null) this.#head ??= knownHead(bytes, request);
    return request;
  }

  #answer(answer: Answer): void {
    if (!this.#answering) return;
    this.#answering = false;
    this.#quiet = 0;
    const socket = this.#socket;
    if (!socket.writable) return;
    const last = this.#last || (this.#senderDone && this.#waiting.length === 0);
    const room = socket.write(this.#parts.texts.of(answer, last), answer.body === '' ? 'latin1' : 'utf8');
    if (last) return this.#end();
    if (!room) this.#waitForRoom();
    else if (this.#waiting.length > 0 || this.#senderDone) this.#goOn();
  }

  /** Whoever takes no answers is read no further. */
  #waitForRoom(): void {
    this.#full = true;
    this.#socket.pause();
    this.#socket.once('drain', () => {
      this.#full = false;
      this.#goOn();
    });
  }

  #goOn(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
    this.#next();
  }

  #end(): void {
    this.#waiting = NOTHING;
    this.#letBatchGo(true);
    Reflect.deleteProperty(this.#socket, 'push');
    this.#socket.off('data', this.#onData).resume().destroySoon();
  }

  #onSenderDone(): void {
    this.#senderDone = true;
    this.#next();
  }

  #brokenOff(): void {
    // One without a whole head was no request yet.
    if (this.#waiting.includes('\r\n\r\n')) this.#parts.broken();
    this.#end();
  }

  #onClosed(): void {
    this.#letBatchGo(true);
    this.#parts.gone(this);
  }

  #letBatchGo(isBroken: boolean): void {
    const batch = this.#batch;
    if (batch === null) return;
    this.#batch = null;
    this.#parts.letBatchGo(batch, isBroken);
  }

  #handOver(): void {
    const socket = this.#socket;
    const whole = this.#batch === null ? this.#waiting : this.#batch.asItCame();
    this.#letBatchGo(false);
    socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose).off('error', ignore);
    Reflect.deleteProperty(socket, 'push');
    this.#parts.gone(this);
    socket.pause();
    if (whole.length > 0) socket.unshift(whole);
    this.#waiting = NOTHING;
    this.#parts.handOver(socket);
    socket.resume();
  }
}
