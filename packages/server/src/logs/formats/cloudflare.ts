import type { LogFormat } from '../format.js';
import { recordOf } from './fields.js';
import { readObject, textIn } from './json-object.js';
import { looseTime } from './loose-time.js';

/** Cloudflare's HTTP requests, as Logpush and Logpull give them. */
export const cloudflare: LogFormat = {
  name: 'cloudflare',
  summary: 'Cloudflare\'s HTTP request logs (Logpush), JSON',
  createParser: () => (line) => {
    const object = readObject(line);
    const target = object === null ? undefined : textIn(object, 'ClientRequestURI', 'ClientRequestPath');
    if (object === null || target === undefined) return null;
    return recordOf({
      at: looseTime(textIn(object, 'EdgeStartTimestamp', 'EdgeEndTimestamp')),
      ip: textIn(object, 'ClientIP') ?? '',
      method: textIn(object, 'ClientRequestMethod'),
      target,
      status: textIn(object, 'EdgeResponseStatus'),
      bytes: textIn(object, 'EdgeResponseBytes'),
      referrer: textIn(object, 'ClientRequestReferer'),
      agent: textIn(object, 'ClientRequestUserAgent'),
      host: textIn(object, 'ClientRequestHost'),
      scheme: textIn(object, 'ClientRequestScheme'),
      contentType: textIn(object, 'EdgeResponseContentType'),
    });
  },
};
