import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop's turns are: what everybody who waits for this process feels. */
export interface LoopDelay {
  /** Milliseconds that one in a hundred turns was late within the last whole minute; before the first one, since the start. */
  p99(): number;
  stop(): void;
}

const WINDOW = 60_000;
const RESOLUTION = 20;
const NANOSECONDS = 1e6;

/** Begins to measure. */
export function startLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let last: number | null = null;
  // The histogram counts a turn's own length too.
  const read = (): number => Math.max(0, histogram.percentile(99) / NANOSECONDS - RESOLUTION);
  const turning = setInterval(() => {
    last = read();
    histogram.reset();
  }, WINDOW).unref();
  return {
    p99: () => last ?? read(),
    stop() {
      clearInterval(turning);
      histogram.disable();
    },
  };
}
