import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { thrownAnswer } from '../answers.js';
import type { Beacons } from '../beacons.js';
import type { EventRequests } from '../server-events/requests.js';
import { createAnswerTexts } from './answer-text.js';
import { BatchBody } from './batch-body.js';
import { type ConnectionParts, DirectConnection } from './connection.js';
import { readBatchHead } from './request.js';

export interface DirectParts {
  readonly beacons: Beacons;
  readonly events: EventRequests;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly log: Logger;
  /** Milliseconds between two looks for connections that are quiet. */
  readonly lookEvery: number;
}

/** The connections of a server that are read directly. */
export interface Direct {
  /** Ends them, each behind the answer under way, and those that come. */
  finish(): void;
  /** Cuts them. */
  destroy(): void;
}

type BatchParts = Pick<ConnectionParts, 'beginBatch' | 'takeBatch' | 'letBatchGo'>;

/** Batches of server events: those with a key that there is room for. To all others node:http says what is wrong. */
function batchParts(events: EventRequests, log: Logger): BatchParts {
  return {
    beginBatch(bytes) {
      const head = readBatchHead(bytes);
      const site = head === null ? undefined : events.siteOf(head.headers.authorization);
      if (head === null || site === undefined || !events.enter(head.length)) return null;
      return { batch: new BatchBody(site, bytes.subarray(0, head.size), head.length), headSize: head.size };
    },
    takeBatch({ site, bytes }, reply) {
      events
        .take(site, bytes)
        .then(reply)
        .catch((error: unknown) => log.error({ err: error }, 'server events: could not answer a batch'))
        .finally(() => events.leave(bytes.length));
    },
    letBatchGo({ site, bytes }, isBroken) {
      events.leave(bytes.length);
      if (isBroken) events.refuse('broken_off', site.id);
    },
  };
}

/**
 * Reads beacons and batches of server events straight from the connections of a node:http server that is made but not listening, before node:http
 * does. Everything else goes to node:http untouched (see `readWhole`), with the connection, for good. Why, and what it was measured to give: docs/adr/0018-beacons-read-directly.md
 */
export function attachDirect(server: Server, { beacons, events, now, log, lookEvery }: DirectParts): Direct {
  // `emit('connection')` is node's documented way to give a server a socket; what listens to it is node:http itself.
  const ofNode = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const connections = new Set<DirectConnection>();
  let finishing = false;

  const parts: ConnectionParts = {
    texts: createAnswerTexts(server.keepAliveTimeout, now),
    take({ headers, body }, remoteAddress, reply) {
      try {
        const from = beacons.begin(remoteAddress, headers, reply);
        if (from !== undefined) beacons.take(from, headers, body, reply);
      } catch (error) {
        log.error({ err: error }, 'the way in failed');
        reply(thrownAnswer(error));
      }
    },
    broken: () => beacons.refuse('malformed', () => undefined),
    ...batchParts(events, log),
    handOver: (socket) => {
      for (const listener of ofNode) listener.call(server, socket);
    },
    gone: (connection) => void connections.delete(connection),
  };

  for (const listener of ofNode) server.removeListener('connection', listener);
  server.on('connection', (socket: Socket) => {
    const connection = new DirectConnection(socket, parts);
    connections.add(connection);
    if (finishing) connection.finish();
  });

  const looking = setInterval(() => {
    for (const connection of connections) connection.look(server.keepAliveTimeout / lookEvery);
  }, lookEvery).unref();
  server.once('close', () => clearInterval(looking));

  return {
    finish() {
      finishing = true;
      for (const connection of connections) connection.finish();
    },
    destroy() {
      for (const connection of connections) connection.destroy();
    },
  };
}
