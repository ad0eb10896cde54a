/** Preloaded into a server (`node --import`): writes how late its event loop was in each span, one JSON line each, to the file in LOOP_DELAY_FILE. */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const SPAN = 10_000;
const RESOLUTION = 5;
const file = process.env.LOOP_DELAY_FILE;

if (file !== undefined && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  setInterval(() => {
    // What the timer itself is apart by is no delay.
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max), rss: process.memoryUsage.rss() })}\n`);
    delay.reset();
  }, SPAN).unref();
}
