import type { LogFormat } from '../format.js';
import { combined } from './combined.js';
import { common } from './common.js';
import { virtualHost } from './virtual-host.js';
import { w3c } from './w3c.js';

/** Every layout that can be imported. Of two that read a file equally well, `auto` takes the one that stands first. */
export const LOG_FORMATS: readonly LogFormat[] = [combined, common, virtualHost, w3c];
