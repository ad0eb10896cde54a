import type { Api } from './api.js';

export interface LogLine {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly ip: string;
  readonly path: string;
  readonly status: number;
  readonly agent: string;
  readonly referrer?: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A line of an access log in combined format. */
export function combinedLine({ at, ip, path, status, agent, referrer = '-' }: LogLine): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${ip} - - [${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000] "GET ${path} HTTP/1.1" ${status} 1200 "${referrer}" "${agent}"`;
}

/** Imports lines as the console does, and waits until the server has taken them. */
export async function importLines(api: Api, domain: string, lines: readonly string[]): Promise<void> {
  const { id } = await api.post<{ id: string }>('/log-import/start', { domain, name: 'access.log', format: 'combined' });
  await api.post('/log-import/part', { id, at: 0, data: Buffer.from(`${lines.join('\n')}\n`).toString('base64') });
  for (;;) {
    const { done, report } = await api.post<{ done: boolean; report: { visits: number; spider_hits: number } }>('/log-import/finish', { id });
    if (!done) continue;
    if (report.visits + report.spider_hits !== lines.length) throw new Error(`the log was not taken as it is: ${JSON.stringify(report)}`);
    return;
  }
}
