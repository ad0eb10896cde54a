import { combinedLine } from './log-line.js';
import type { Random } from './random.js';
import type { DemoView } from './views.js';

/** Of views with a beacon, those that came out of a cache. */
const CACHED = 0.06;
/** Requests made again at once, before the script ran. */
const RELOADED = 0.04;
/** Of people who send nothing, those with a browser for text. */
const TEXT_BROWSER = 0.1;
/** A page that its application draws without asking the server, and one that nobody put the tracking code into. */
const DRAWN = '/contact';
const UNTRACKED = '/jobs/archive';
const READS_UNTRACKED = 0.04;
const TEXT_AGENTS = ['Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.0.13', 'w3m/0.5.3+git20230121'];

/**
 * The access log that people left on a site, in combined format and in order of time: the requests of views that sent beacons, as far as a server saw them, and of people who sent none.
 * @param heard with beacons @param silent without
 */
export function peopleLog(heard: readonly DemoView[], silent: readonly DemoView[], random: Random): string[] {
  const lines: { at: number; line: string }[] = [];
  const add = (at: number, { ip }: DemoView, path: string, agent: string) => lines.push({ at, line: combinedLine({ at, ip, path, status: 200, size: random.whole(4_000, 90_000), agent }) });
  const pathOf = ({ hit }: DemoView) => hit.u.replace(/^https:\/\/[^/]*/u, '');
  for (const view of heard) {
    const path = pathOf(view);
    if (path === DRAWN || random.chance(CACHED)) continue;
    const at = view.at - random.whole(200, 4_000);
    if (random.chance(RELOADED)) add(at - random.whole(1_000, 3_000), view, path, view.userAgent);
    add(at, view, path, view.userAgent);
    if (random.chance(READS_UNTRACKED)) add(at + random.whole(5_000, 30_000), view, UNTRACKED, view.userAgent);
  }
  // The same person has the same browser on every page.
  const agents = new Map<string, string>();
  for (const view of silent) {
    const agent = agents.get(view.ip) ?? (random.chance(TEXT_BROWSER) ? random.pick(TEXT_AGENTS) : view.userAgent);
    agents.set(view.ip, agent);
    add(view.at, view, pathOf(view), agent);
  }
  return lines.toSorted((a, b) => a.at - b.at).map(({ line }) => line);
}
