import type { Logger } from 'pino';
import { type AddressSource, fixedAddress, type StoreAddress } from './connection.js';

/** One of several servers that hold the same data: the one that is asked, until it does not answer. */
export interface Failover extends AddressSource {
  stop(): void;
}

const EVERY = 2_000;
const PATIENCE = 2_000;
/** A server that is busy may miss one. */
const MISSES = 2;

/** Whether a server answers at all. Source: ClickHouse's documentation, "HTTP interface". */
async function answers({ url }: StoreAddress): Promise<boolean> {
  try {
    const response = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(PATIENCE) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Asks the first of the servers, and the next one that answers when that one is gone. They must lead to the same data: replicas, or several
 * ways to one cluster. A batch whose insert broke off is deleted and sent again by the flusher, at whichever is asked then.
 * @param urls at least one
 */
export function createFailover(urls: readonly string[], log: Logger, everyMs: number = EVERY): Failover {
  const servers = urls.map((url) => fixedAddress(url).current()).filter((address) => address !== null);
  let asked = 0;
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    const server = servers[asked];
    missed = server !== undefined && (await answers(server)) ? 0 : missed + 1;
    if (missed < MISSES) return;
    for (let step = 1; step < servers.length; step += 1) {
      const next = (asked + step) % servers.length;
      const other = servers[next];
      if (other === undefined || !(await answers(other))) continue;
      log.warn({ from: server?.url, to: other.url }, 'the store: a server does not answer; another one is asked');
      asked = next;
      missed = 0;
      return;
    }
  }
  async function lookAgain(): Promise<void> {
    await look();
    if (!stopped) wait();
  }
  function wait(): void {
    timer = setTimeout(() => void lookAgain(), everyMs).unref();
  }
  if (servers.length > 1) wait();
  return {
    current: () => servers[asked] ?? null,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
