/**
 * Stops running statements. Aborting a promise does not stop chDB; `KILL QUERY` from another session does.
 *
 * Every statement starts with a comment that carries a marker unique in this process, and the marker is
 * what KILL looks for: it works for SELECT, INSERT and DDL alike and leaves `log_comment` to the
 * application. KILL is ASYNC, because SYNC hangs in chDB, and is repeated until the statement has
 * settled, because it may arrive before the statement is registered.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from './session.js';

const REPEAT_MS = 200;

export class QueryKiller {
  private counter = 0;
  private tail: Promise<void> = Promise.resolve();

  /**
   * @param session a session used for nothing else
   * @param onError told when KILL itself fails; it is tried again
   */
  constructor(private readonly session: Session, private readonly onError: (error: unknown) => void) {}

  /** A new marker: the comment to put in front of a statement. */
  mark(): string {
    this.counter += 1;
    return `/*engine:${this.counter}*/`;
  }

  /** Kills the statement that carries `marker` again and again until `settled` is fulfilled. */
  async kill(marker: string, settled: Promise<void>): Promise<void> {
    const finished = settled.then(() => true);
    let done = false;
    while (!done) {
      await this.once(marker);
      done = await Promise.race([finished, delay(REPEAT_MS, false, { ref: false })]);
    }
  }

  /** Closes the session after the last KILL. */
  async close(): Promise<void> {
    await this.tail;
    this.session.close();
  }

  /** One KILL, after those already asked for: the session runs one statement at a time. */
  private once(marker: string): Promise<void> {
    this.tail = this.afterTail(this.tail, marker);
    return this.tail;
  }

  private async afterTail(tail: Promise<void>, marker: string): Promise<void> {
    await tail;
    try {
      await this.session.execute(`KILL QUERY WHERE startsWith(query, '${marker}') ASYNC`, 'Null', 'default');
    } catch (error) {
      this.onError(error);
      await this.session.drain().catch(this.onError);
    }
  }
}
