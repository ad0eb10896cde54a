/**
 * Whether anything of what is stored may have changed. Every statement that changes something passes through the watched connection, so nothing
 * that does can be forgotten: what is no question counts as a change, of the one table whose rows it says it changes, else of all there is.
 *
 * Invariants:
 * - A change counts from before its statement is sent until its end was heard of.
 * - One that failed may be carried out later still: for as long as it may wait in the store, nothing is still.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import type { Readable } from 'node:stream';
import type { Connection } from './connection.js';
import { batchFailure, DOUBT_MS, StoreRejected } from './failures.js';
import { tableChanged } from './tables-of.js';

export interface Stillness {
  /** Whether nothing has changed in these tables, or in any, since now, to be asked later; null while something may be changing. */
  watch(tables: readonly string[] | null): (() => boolean) | null;
}

/** The changes of one table, of those that may touch any, or all there are. */
class Motion {
  begun = 0;
  underWay = 0;
  /** Milliseconds; until then one that failed may be carried out still. */
  doubtUntil = 0;
}

const QUESTION = /^\s*(?:SELECT|WITH)\b/iu;

type Statement = Parameters<ClickHouseClient['exec']>[0];

/** @param now milliseconds. @returns the same connection, watched */
export function watchChanges(connection: Connection, now: () => number): { readonly connection: Connection; readonly stillness: Stillness } {
  const [all, ofAny] = [new Motion(), new Motion()];
  const byTable = new Map<string, Motion>();
  const watched = new WeakMap<ClickHouseClient, ClickHouseClient>();

  function motionOf(table: string): Motion {
    const motion = byTable.get(table) ?? new Motion();
    byTable.set(table, motion);
    return motion;
  }

  function begin(query: string): (error?: unknown) => void {
    const table = tableChanged(query);
    const touched = [all, table === null ? ofAny : motionOf(table)];
    for (const motion of touched) {
      motion.begun += 1;
      motion.underWay += 1;
    }
    return (error) => {
      const isInDoubt = error !== undefined && !(batchFailure(error) instanceof StoreRejected);
      for (const motion of touched) {
        motion.underWay -= 1;
        if (isInDoubt) motion.doubtUntil = now() + DOUBT_MS;
      }
    };
  }

  async function command(client: ClickHouseClient, statement: Parameters<ClickHouseClient['command']>[0]): Promise<Awaited<ReturnType<ClickHouseClient['command']>>> {
    const end = begin(statement.query);
    try {
      const result = await client.command(statement);
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  /** Is over when its answer, which may be nothing, was read or given up. */
  async function exec(client: ClickHouseClient, statement: Statement): Promise<Awaited<ReturnType<ClickHouseClient['exec']>>> {
    if (QUESTION.test(statement.query)) return client.exec(statement);
    const end = begin(statement.query);
    try {
      const result = await client.exec(statement);
      const stream: Readable = result.stream;
      let failure: Error | undefined;
      stream.once('error', (error) => {
        failure = error;
      });
      stream.once('close', () => end(failure ?? (stream.readableEnded ? undefined : new Error('nobody read to its end'))));
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  function of(client: ClickHouseClient): ClickHouseClient {
    const known = watched.get(client);
    if (known !== undefined) return known;
    const own = new Proxy(client, {
      get(target, name) {
        if (name === 'command') return (statement: Parameters<typeof command>[1]) => command(target, statement);
        if (name === 'exec') return (statement: Statement) => exec(target, statement);
        if (name === 'insert') throw new TypeError('rows are inserted by exec and command, which are watched');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    watched.set(client, own);
    return own;
  }

  return {
    connection: { ...connection, client: () => of(connection.client()) },
    stillness: {
      watch(tables) {
        const motions = tables === null ? [all] : [ofAny, ...tables.map(motionOf)];
        if (motions.some(({ underWay, doubtUntil }) => underWay > 0 || now() < doubtUntil)) return null;
        const seen = motions.map(({ begun }) => begun);
        return () => motions.every(({ begun }, i) => begun === seen[i]);
      },
    },
  };
}
