import type { LogFormat } from '../format.js';
import type { LogRecord } from '../record.js';
import { apacheTimeReader } from './apache-time.js';
import { recordOf, splitHost } from './fields.js';
import { quotedCells } from './quoted-cells.js';

/**
 * Server access logs of a bucket: `owner bucket [time] ip requester id operation key "request" status error bytes size total turnaround
 * "referrer" "agent" version host-id signature cipher authentication host ...`. Source: AWS, "Amazon S3 server access log format".
 */
export const s3: LogFormat = {
  name: 's3',
  summary: 'AWS S3 server access logs, of a bucket that is a site',
  createParser() {
    const readTime = apacheTimeReader();
    return (line) => {
      const head = HEAD.exec(line);
      const bucket = head?.[1];
      return head === null || bucket === undefined ? null : read(bucket, readTime(line, head[0].length - TIME_LENGTH), quotedCells(line.slice(head[0].length)));
    };
  },
};

const HEAD = /^[\da-f]{64} (\S+) \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] /u;
/** Of a time with the bracket and the blank behind it. */
const TIME_LENGTH = 28;

function read(bucket: string, at: number, cells: readonly string[]): LogRecord | null {
  const record = recordOf({ at, ip: cells[0] ?? '', request: cells[5], status: cells[6], bytes: cells[8], referrer: cells[12], agent: cells[13], host: ownHost(cells[19] ?? '') });
  if (record === null) return null;
  // Of a request to the service's own host the bucket is the first part of the path.
  return { ...record, target: record.target.startsWith(`/${bucket}/`) ? record.target.slice(bucket.length + 1) : record.target };
}

/** The host that was asked for; a bucket's address at the service is no site's. */
function ownHost(text: string): string {
  return splitHost(text).host.endsWith('.amazonaws.com') ? '' : text;
}
