#!/usr/bin/env -S node --max-semi-space-size=64 --heap-growing-percent=200 --v8-pool-size=1
/**
 * `footfall <command>`: installs and builds what is out of date, then runs the command. The options for node, measured in
 * docs/performance.md: what a batch of events leaves in memory until it is on disk outlives a small young generation, and is copied for
 * it; of what lives long little is added, so that looking through it every few seconds is work for nothing; and threads that
 * collect garbage on each core keep those who wait for an answer waiting.
 */
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await ensureBuilt();
await import('../packages/server/dist/main.js');
