/** A move for the command line: by the running server, or by the command where none runs. */
import { readStoreWords } from '../config.js';
import type { Audit } from '../metadata/audit.js';
import { type MoveOptions, type Moved, type MoveParts, moveStores } from '../move/move.js';
import { shown } from '../move/target.js';
import { OperatorError } from '../operator-error.js';

/** As the command line has them; '' for what is not moved. */
export interface MoveWish {
  readonly clickhouse: string;
  readonly cluster: string;
  readonly postgres: string;
}

/** The words of a request as the command sends them. */
export const moveQuery = (wish: MoveWish): URLSearchParams => new URLSearchParams({ ...wish });

export interface Mover {
  /** @throws OperatorError in words that help; also while another call is under way */
  move(wish: MoveWish, options: MoveOptions): Promise<Moved>;
}

/** Moves, one at a time, and writes down in the audit log that it was begun. */
export function createMover(parts: MoveParts, audit: Pick<Audit, 'record'>): Mover {
  let moving = false;
  return {
    async move(wish, options) {
      if (moving) throw new OperatorError('the installation is being moved already: wait until that is done.');
      moving = true;
      try {
        const stores = readStoreWords(wish);
        await audit.record({ user: null, address: '', action: 'store.move', target: [...stores.clickhouseUrls, ...(stores.postgresUrl === null ? [] : [stores.postgresUrl])].map(shown).join(', '), details: { by: 'command line' } });
        return await moveStores(parts, stores, options);
      } finally {
        moving = false;
      }
    },
  };
}

/** Answers such a request. @throws OperatorError */
export function answerMove(given: URLSearchParams, mover: Mover, options: MoveOptions): Promise<Moved> {
  const text = (name: string): string => given.get(name) ?? '';
  return mover.move({ clickhouse: text('clickhouse'), cluster: text('cluster'), postgres: text('postgres') }, options);
}
