#!/usr/bin/env node
/** `footfall <command>`: installs and builds what is out of date, then runs the command. */
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await ensureBuilt();
await import('../packages/server/dist/main.js');
