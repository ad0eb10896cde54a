import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { thrownAnswer } from '../answers.js';
import type { Beacons } from '../beacons.js';
import { createAnswerTexts } from './answer-text.js';
import { type ConnectionParts, DirectConnection } from './connection.js';

export interface DirectParts {
  readonly beacons: Beacons;
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

/**
 * Reads beacons straight from the connections of a node:http server that is made but not listening, before node:http does. Everything else goes to
 * node:http untouched (see `readWhole`), with the connection, for good. Why, and what it was measured to give: docs/adr/0018-beacons-read-directly.md
 */
export function attachDirect(server: Server, { beacons, now, log, lookEvery }: DirectParts): Direct {
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
