import type { LogFormat } from '../format.js';
import { recordOf } from './fields.js';
import { type JsonObject, objectIn, readObject, textIn } from './json-object.js';
import { looseTime } from './loose-time.js';

/** Caddy's access log. `client_ip` is what Caddy itself made of the proxies it trusts; what else its log tells is no request. */
export const caddy: LogFormat = {
  name: 'caddy',
  summary: 'Caddy\'s JSON access log',
  createParser: () => (line) => {
    const object = readObject(line);
    if (object === null) return null;
    const request = objectIn(object, 'request');
    const target = textIn(request, 'uri');
    if (target === undefined || textIn(object, 'status') === undefined) return null;
    const headers = lowerCase(objectIn(request, 'headers'));
    const known = textIn(request, 'client_ip');
    return recordOf({
      at: looseTime(textIn(object, 'ts')),
      ip: known ?? textIn(request, 'remote_ip', 'remote_addr') ?? '',
      forwarded: known === undefined ? textIn(headers, 'x-forwarded-for') : '',
      method: textIn(request, 'method'),
      target,
      status: textIn(object, 'status'),
      bytes: textIn(object, 'size'),
      referrer: textIn(headers, 'referer'),
      agent: textIn(headers, 'user-agent') ?? '',
      host: textIn(request, 'host'),
      scheme: Object.hasOwn(request, 'tls') ? 'https' : textIn(headers, 'x-forwarded-proto'),
      contentType: textIn(lowerCase(objectIn(object, 'resp_headers')), 'content-type'),
    });
  },
};

function lowerCase(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
}
