export interface LogLine {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly ip: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** Bytes. */
  readonly size: number;
  readonly agent: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number) => String(value).padStart(2, '0');

function logTime(at: number): string {
  const d = new Date(at);
  return `${two(d.getUTCDate())}/${MONTHS[d.getUTCMonth()]}/${d.getUTCFullYear()}:${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())} +0000`;
}

/** A request as a line of an access log in combined format. */
export function combinedLine({ at, ip, path, status, size, agent }: LogLine): string {
  return `${ip} - - [${logTime(at)}] "GET ${path} HTTP/1.1" ${status} ${size} "-" "${agent}"`;
}
