import type { LogFormat } from '../format.js';
import type { LogRecord } from '../record.js';
import { recordOf, withoutOrigin } from './fields.js';
import { quotedCells } from './quoted-cells.js';
import { isoTime } from './strptime.js';

/** Positions of what is read; the host's is -1 where the layout has none. */
interface Positions {
  readonly time: number;
  readonly client: number;
  readonly status: number;
  readonly sent: number;
  readonly request: number;
  readonly agent: number;
  readonly host: number;
}

/**
 * Application Load Balancer: `type time elb client:port target:port 3 durations elb_status target_status received sent "request" "agent" ...`.
 * Source: AWS, "Access logs for your Application Load Balancer", "Access log entries".
 */
export const alb: LogFormat = {
  name: 'alb',
  summary: 'AWS Application Load Balancer',
  createParser: () => {
    const positions = { time: 1, client: 3, status: 8, sent: 11, request: 12, agent: 13, host: 18 };
    return (line) => (/^(?:https?|h2|grpcs|wss?) /u.test(line) ? read(quotedCells(line), positions) : null);
  },
};

/** Classic Load Balancer: as above, without the type in front and without host. Source: AWS, "Access logs for your Classic Load Balancer". */
export const elb: LogFormat = {
  name: 'elb',
  summary: 'AWS Classic Load Balancer',
  createParser: () => {
    const positions = { time: 0, client: 2, status: 7, sent: 10, request: 11, agent: 12, host: -1 };
    return (line) => (/^\d{4}-\d\d-\d\dT/u.test(line) ? read(quotedCells(line), positions) : null);
  },
};

function read(cells: readonly string[], at: Positions): LogRecord | null {
  if (cells.length <= at.request) return null;
  const request = cells[at.request] ?? '';
  const record = recordOf({
    at: isoTime(cells[at.time] ?? ''),
    ip: cells[at.client] ?? '',
    // A request that could not be read stands as `- - - `, with a port and dashes.
    request,
    status: cells[at.status],
    bytes: cells[at.sent],
    agent: cells[at.agent],
    host: at.host === -1 ? '' : cells[at.host],
  });
  return record === null ? null : withoutOrigin(record);
}
