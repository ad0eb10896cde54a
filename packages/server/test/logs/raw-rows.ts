import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A view or a crawler's hit as count.awk reads it from a line of a log. Nothing of the server has a part in it. */
export interface RawRow {
  readonly isHit: boolean;
  /** The type of crawler; '' for a view. */
  readonly type: string;
  /** Whether the agent contains one of the words asked for. */
  readonly isTaken: boolean;
  readonly ip: string;
  /** Milliseconds UTC. */
  readonly at: number;
  /** `YYYY-MM-DD HH:mm:ss`, UTC. */
  readonly time: string;
  readonly status: string;
  readonly bytes: number;
  /** Without query. */
  readonly path: string;
  /** Every quote in it is a single one; '' where the log has none. */
  readonly agent: string;
}

/** The system's own, mawk or gawk. */
const AWK = 'awk';
const SCRIPT = fileURLToPath(new URL('count.awk', import.meta.url));

/** The views and hits of a log in the combined layout, in the order of its lines. @param words small letters, without "|" */
export function rawRows(file: string, words: readonly string[]): RawRow[] {
  const text = execFileSync(AWK, ['-v', 'vhost=0', '-v', 'rows=1', '-v', `rule=${words.join('|')}`, '-f', SCRIPT, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return text.split('\n').filter((line) => line.startsWith('row\t')).map((line) => {
    const [, what, type = '', taken, ip = '', clock = '', status = '', bytes, path = '', agent = ''] = line.split('\t');
    const at = Date.parse(`${clock.replaceAll('/', ' ').replace(':', ' ')} UTC`);
    return { isHit: what === 'hit', type, isTaken: taken === '1', ip, at, time: new Date(at).toISOString().slice(0, 19).replace('T', ' '), status, bytes: Number(bytes), path: bare(path), agent: agent === '-' ? '' : agent };
  });
}

/** An address or path without origin, query and fragment. */
export const bare = (url: string): string => url.replace(/^https?:\/\/[^/]+/u, '').replace(/[?#;].*$/u, '');
