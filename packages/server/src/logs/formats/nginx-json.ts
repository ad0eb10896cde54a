import type { LogFormat } from '../format.js';
import { recordOf } from './fields.js';
import { readObject, textIn } from './json-object.js';
import { looseTime } from './loose-time.js';

/**
 * Lines of JSON whose members are called as nginx calls its variables, or as is usual beside that. Which ones a log has is
 * the operator's choice; a time, an address and a request there must be.
 */
export const nginxJson: LogFormat = {
  name: 'nginx-json',
  summary: 'JSON with nginx\' names: remote_addr, time_iso8601 (or time_local, msec), request, status, http_user_agent ...',
  createParser: () => (line) => {
    const object = readObject(line);
    if (object === null) return null;
    const request = textIn(object, 'request');
    const target = textIn(object, 'request_uri', 'uri', 'url', 'path');
    if (request === undefined && target === undefined) return null;
    return recordOf({
      at: looseTime(textIn(object, 'time_iso8601', 'time_local', 'msec', '@timestamp', 'timestamp', 'time', 'ts')),
      ip: textIn(object, 'remote_addr', 'remote_ip', 'client_ip', 'client', 'clientip', 'ip') ?? '',
      forwarded: textIn(object, 'http_x_forwarded_for', 'x_forwarded_for', 'proxy_add_x_forwarded_for'),
      request: request?.includes(' ') === true ? request : undefined,
      method: textIn(object, 'request_method', 'method', 'verb'),
      target,
      query: target?.includes('?') === true ? '' : textIn(object, 'args', 'query_string'),
      status: textIn(object, 'status', 'response', 'status_code'),
      bytes: textIn(object, 'body_bytes_sent', 'bytes_sent', 'bytes', 'size'),
      referrer: textIn(object, 'http_referer', 'http_referrer', 'referer', 'referrer'),
      agent: textIn(object, 'http_user_agent', 'user_agent', 'agent'),
      host: textIn(object, 'host', 'http_host', 'server_name', 'vhost'),
      scheme: textIn(object, 'scheme', 'http_x_forwarded_proto'),
      contentType: textIn(object, 'sent_http_content_type', 'content_type'),
    });
  },
};
