#!/usr/bin/env -S node --max-semi-space-size=64
/**
 * `footfall <command>`: installs and builds what is out of date, then runs the command. The option for node: what a batch of events leaves
 * in memory until it is on disk outlives a small young generation, and is copied for it (docs/performance.md).
 */
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await ensureBuilt();
await import('../packages/server/dist/main.js');
