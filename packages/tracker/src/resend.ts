import { type Kept, readOutbox, writeOutbox } from './outbox.js';
import { post } from './post.js';

/** What the server takes at most as the age of a beacon, milliseconds. Source: contract/src/hit.ts. */
const MAX_AGE = 86_400_000;
/** Milliseconds until the next try, while the page is open; after the last, the next page or the next time online. */
const PAUSES = [5_000, 30_000, 120_000, 600_000];

export interface Resend {
  /** Sends what waits, now. */
  readonly now: () => void;
  /** Sends it in a while: trying at once would fail again, or the page is being left. */
  readonly later: () => void;
}

function body([at, beacon]: Kept): string | undefined {
  const d = Math.max(0, Date.now() - at);
  return d <= MAX_AGE ? JSON.stringify({ ...beacon, d }) : undefined;
}

/** One tab sends at a time, where the browser has locks (secure pages): the lock of a page that is gone is free again. */
function alone(send: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request('footfall.outbox', send) : send();
}

/**
 * Makes what sends the outbox, oldest first and one after the other. Each is taken out when it was answered and not
 * before: a page may be gone at any moment, and what it was sending must still be there for the next. Sent twice for that
 * reason, it is known to the server by its id. What the browser says of being offline is not believed for long: some say
 * so for ever.
 */
export function createResend(collect: string): Resend {
  let busy = false;
  let failures = 0;
  let timer = 0;

  /** False when one could not be sent. */
  const sendAll = async (): Promise<boolean> => {
    // Storage that is read but not written would give the same one for ever.
    let last = '';
    for (;;) {
      const [first] = readOutbox();
      const sent = JSON.stringify(first);
      if (!first || sent === last) return true;
      last = sent;
      const text = body(first);
      if (text !== undefined && !(await post(collect, text))) return false;
      writeOutbox(readOutbox().filter((one) => JSON.stringify(one) !== sent));
    }
  };

  const run = async () => {
    const sent = await alone(sendAll).catch(() => false);
    busy = false;
    if (sent) failures = 0;
    else later();
  };

  const now = () => {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    timer = 0;
    void run();
  };

  const later = () => {
    const pause = PAUSES[failures];
    if (busy || timer || pause === undefined) return;
    failures += 1;
    timer = setTimeout(now, pause);
  };

  return { now, later };
}
