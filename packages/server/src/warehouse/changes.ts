import type { Connection } from './connection.js';
import { StoreUnavailable } from './failures.js';

/** Whatever changes what is stored goes through here, so that it can be held off. */
export interface Changes {
  /** Does what changes rows, over a connection that refuses the next statement once changes are held off. @throws StoreUnavailable while they are */
  run<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** The same connection, for what is not waited for. */
  readonly connection: Connection;
  /** Resolves when nothing is under way; until the given function is called nothing begins. Several may hold changes off. */
  freeze(): Promise<() => void>;
}

/** Changes over a connection. */
export function createChanges(connection: Connection): Changes {
  const running = new Set<Promise<unknown>>();
  let holders = 0;
  const open: Connection = {
    ...connection,
    client() {
      if (holders > 0) throw new StoreUnavailable('The store is being moved.');
      return connection.client();
    },
  };
  return {
    connection: open,
    async run(work) {
      const done = work(open);
      const settled = done.then(() => undefined, () => undefined);
      running.add(settled);
      try {
        return await done;
      } finally {
        running.delete(settled);
      }
    },
    async freeze() {
      holders += 1;
      let held = true;
      await Promise.all(running);
      return () => {
        if (held) holders -= 1;
        held = false;
      };
    },
  };
}
