import type { LogFormat } from '../format.js';
import { apacheLineReader } from './apache-line.js';
import { readClientHead } from './combined.js';
import { recordOf } from './fields.js';
import { readObject, textIn } from './json-object.js';
import { looseTime } from './loose-time.js';

/** Traefik's access log, as JSON or as common log format with router, server and duration behind. Headers are there when Traefik was told to keep them. */
export const traefik: LogFormat = {
  name: 'traefik',
  summary: 'Traefik\'s access log, JSON or common log format',
  createParser() {
    const readLine = apacheLineReader(readClientHead);
    return (line) => {
      if (!line.startsWith('{')) return / \d+ "[^"]*"? "[^"]*" \d+ms$/u.test(line) ? readLine(line) : null;
      const object = readObject(line);
      if (object === null) return null;
      const target = textIn(object, 'RequestPath');
      if (target === undefined) return null;
      return recordOf({
        at: looseTime(textIn(object, 'StartUTC', 'StartLocal', 'time')),
        ip: textIn(object, 'ClientHost', 'ClientAddr') ?? '',
        forwarded: textIn(object, 'request_X-Forwarded-For'),
        method: textIn(object, 'RequestMethod'),
        target,
        status: textIn(object, 'DownstreamStatus', 'OriginStatus'),
        bytes: textIn(object, 'DownstreamContentSize', 'OriginContentSize'),
        referrer: textIn(object, 'request_Referer'),
        agent: textIn(object, 'request_User-Agent'),
        host: textIn(object, 'RequestHost', 'RequestAddr'),
        scheme: textIn(object, 'RequestScheme'),
        contentType: textIn(object, 'downstream_Content-Type'),
      });
    };
  },
};
