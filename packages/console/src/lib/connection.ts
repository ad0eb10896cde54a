/**
 * Whether the server can be reached. Kept apart from React, because calls fail outside of it.
 * - `well`: as far as is known
 * - `offline`: the device itself has no network
 * - `unreachable`: the device has one, and the server does not answer
 */
export type Reach = 'well' | 'offline' | 'unreachable';

export interface Connection {
  readonly reach: () => Reach;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks now; while the answer is no, it goes on asking by itself until it is yes. */
  readonly check: () => Promise<boolean>;
}

interface Device {
  readonly onLine: () => boolean;
  /** Tells of every change. */
  readonly onChange: (listener: () => void) => void;
}

export interface ConnectionOptions {
  readonly device: Device;
  /** Whether the server answers. Never rejects. */
  readonly probe: () => Promise<boolean>;
  /** Runs something after so many milliseconds. */
  readonly later: (ms: number, run: () => void) => void;
}

/** Milliseconds between questions: soon at first, then without hurry. */
const STEPS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Follows the device's own word and asks the server when a call brought nothing. */
export function createConnection({ device, probe, later }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  let reach: Reach = device.onLine() ? 'well' : 'offline';
  let asking: Promise<boolean> | undefined;
  let waiting = false;
  let failures = 0;

  function become(next: Reach): void {
    if (next === reach) return;
    reach = next;
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<boolean> {
    const well = device.onLine() && (await probe());
    failures = well ? 0 : failures + 1;
    become(well ? 'well' : device.onLine() ? 'unreachable' : 'offline');
    if (!well) askLater();
    return well;
  }

  function askLater(): void {
    if (waiting) return;
    waiting = true;
    later(STEPS[Math.min(failures, STEPS.length) - 1] ?? 0, () => {
      waiting = false;
      if (reach !== 'well') void check();
    });
  }

  function check(): Promise<boolean> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  device.onChange(() => {
    if (!device.onLine()) become('offline');
    void check();
  });

  return {
    reach: () => reach,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    check,
  };
}

/** Statuses of a gateway that does not find the server behind it. */
const GATEWAYS = new Set([502, 504]);

/** Whether a server answers at all; that its stores are ill is for the questions to say. */
export function healthProbe(origin: string, fetch: typeof globalThis.fetch): () => Promise<boolean> {
  return () =>
    fetch(`${origin}/healthz`, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => !GATEWAYS.has(status),
      () => false,
    );
}
