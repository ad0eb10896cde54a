import type { LogFormat } from '../format.js';
import { recordOf } from './fields.js';
import { timeReader } from './strptime.js';

const SHORT_YEAR = timeReader('%m/%d/%y %H:%M:%S');
const LONG_YEAR = timeReader('%m/%d/%Y %H:%M:%S');

/**
 * The format that IIS has of its own, fifteen columns behind commas: `ip, user, date, time, service, server, server's ip, milliseconds, bytes
 * received, bytes sent, status, Windows' status, method, target, query,`. It has no agents; its times are the server's own and are taken for UTC.
 * Source: Microsoft, "IIS Log File Format (IIS 6.0)".
 */
export const iis: LogFormat = {
  name: 'iis',
  summary: 'IIS\' own format, behind commas; no agents, so crawlers count as people',
  createParser: () => (line) => {
    const cells = line.split(/,\s*/u);
    const [ip = '', , date = '', time = ''] = cells;
    if (cells.length < 15 || !/^\d{1,2}\/\d{1,2}\/\d{2,4}$/u.test(date)) return null;
    const readTime = date.length - date.lastIndexOf('/') === 3 ? SHORT_YEAR : LONG_YEAR;
    return recordOf({ at: readTime(`${date} ${time}`), ip, method: cells[12], target: cells[13], query: cells[14], status: cells[10], bytes: cells[9] });
  },
};
