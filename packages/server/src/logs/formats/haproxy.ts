import type { LogFormat } from '../format.js';
import type { LogRecord } from '../record.js';
import { recordOf, withoutOrigin } from './fields.js';
import { timeReader } from './strptime.js';

/** `client:port [accept date] frontend backend/server timers status bytes cookies flags counts queues {request headers} {response headers} "request"`. */
// Every part before the headers is bounded: the log may begin anywhere in a line, and an unbounded part would be tried in full from each place.
const LINE = /(?:^|[: ])(\S{1,64}):\d{1,5} \[([^\]]{1,64})\] (\S{1,255}) \S{1,255}\/\S{1,255} [-+\d/]{1,128} (\d{3}|-1) \+?(\d{1,20}) \S{1,255} \S{1,255} [\w-]{4} [\d/+]{1,64} [\d/]{1,64} (?:\{([^}]*)\} )?(?:\{[^}]*\} )?"([^"]*)"?/u;

/**
 * HAProxy's HTTP log (`option httplog`), with or without syslog's head. The date has no offset: it is read as UTC. Captured request headers have no
 * names in the log: a url is the referrer, a bare host name the host, and of the others the longest is the agent.
 * Source: HAProxy configuration manual, section 8.2.3.
 */
export const haproxy: LogFormat = {
  name: 'haproxy',
  summary: 'HAProxy\'s HTTP log (option httplog); times read as UTC',
  createParser() {
    const readTime = timeReader('%d/%b/%Y:%H:%M:%S');
    return (line) => {
      const [, ip = '', time = '', frontend = '', status = '', bytes, captured, request = ''] = LINE.exec(line) ?? [];
      if (ip === '') return null;
      const record = recordOf({ at: readTime(time), ip, request, status: status === '-1' ? '' : status, bytes, ...headersOf(captured), scheme: frontend.endsWith('~') ? 'https' : '' });
      return record === null ? null : withoutOrigin(record);
    };
  },
};

function headersOf(captured: string | undefined): Partial<Pick<LogRecord, 'referrer' | 'host'>> & { agent?: string } {
  if (captured === undefined || captured === '') return {};
  const values = captured.split('|');
  const referrer = values.find((value) => /^https?:\/\//iu.test(value));
  const host = values.find((value) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/u.test(value) && !/^\d+(?:\.\d+)+$/u.test(value));
  const others = values.filter((value) => value !== referrer && value !== host);
  const agent = others.reduce((longest, value) => (value.length > longest.length ? value : longest), '');
  return { ...(referrer === undefined ? {} : { referrer }), ...(host === undefined ? {} : { host }), agent };
}
