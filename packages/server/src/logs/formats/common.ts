import type { LogFormat } from '../format.js';
import { apacheLineReader } from './apache-line.js';
import { readClientHead } from './combined.js';

/** The common log format of NCSA httpd: as `combined`, without referrer and agent. Without agents crawlers can not be told from people. */
export const common: LogFormat = {
  name: 'common',
  summary: 'common log format: address, time, request, status, bytes; no agents, so crawlers count as people',
  createParser() {
    const read = apacheLineReader(readClientHead);
    return (line) => {
      const record = read(line);
      return record === null || record.agent !== null ? null : record;
    };
  },
};
