/** A made-up week of a site that has both an access log and a tracker: every kind of view, clocks that change, a log with a hole. */
import type { SpiderHitRecord, VisitRecord } from '@footfall/contract';
import { randomFrom } from '../random.js';
import { CLOCK_CHANGES, makeFixture } from './fixture.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Local midnight in Berlin, two days before the clocks go back. */
export const START = CLOCK_CHANGES.berlinAutumn - 12 * HOUR - 2 * DAY - 2 * HOUR;
export const DAYS = 5;
/** Where the log has nothing, though people come. */
const HOLE = { from: START + 3 * DAY + 9 * HOUR, to: START + 3 * DAY + 15 * HOUR };
/** Where the log ends, hours before the beacons do. */
const END = START + 4 * DAY + 13 * HOUR;

export const SITE = { id: 2, domain: 'blog.example', zone: 'Europe/Berlin' } as const;
const AGENTS: readonly (readonly [agent: string, browser: string])[] = [['Firefox/1', 'Firefox'], ['Chrome/2', 'Chrome'], ['Chrome/3', 'Chrome'], ['Lynx/2.9', 'Lynx'], ['strange', '']];
/** The last has no tracking code on it; `/app/route` is never asked for from the server. */
const PATHS = ['/', '/a', '/a?x=1', '/b', '/c%20d', '/plain'];

export interface World {
  readonly visits: readonly VisitRecord[];
  readonly hits: readonly SpiderHitRecord[];
}

export function makeWorld(): World {
  const random = randomFrom(9);
  const below = (n: number): number => Math.floor(random() * n);
  const { visits: [base], hits: [baseHit] } = makeFixture();
  if (base === undefined || baseHit === undefined) throw new Error('the fixture is empty');
  const [bareVisit, bareHit] = [base, baseHit];
  const visits: VisitRecord[] = [];
  const hits: SpiderHitRecord[] = [];

  function add(source: VisitRecord['source'], at: number, person: number, path: string, more: Partial<VisitRecord> = {}): void {
    if (source === 'log' && ((at >= HOLE.from && at < HOLE.to) || at > END)) return;
    const [agent, browser] = AGENTS[person % AGENTS.length] ?? ['', ''];
    // A site that keeps no last octets: people of one network with one browser are one visitor.
    const ip = person % 4 === 0 ? `2001:db8:${(person % 8).toString(16)}::` : `198.51.${person % 6}.0`;
    visits.push({
      ...bareVisit, id: String(10_000n + BigInt(visits.length)), site_id: SITE.id, source, created_at: source === 'log' ? Math.floor(at / 1_000) * 1_000 : at, received_at: at + 500, ip, user_agent: agent, browser_name: browser,
      url: source === 'log' ? `https://${SITE.domain}${path}` : `${person % 2 === 0 ? 'http' : 'https'}://www.${SITE.domain}${path}${person % 3 === 0 ? '#part' : ''}`,
      visitor: String(person + 1), fingerprint: source === 'tracker' ? person.toString(16).padStart(16, '0') : '', ...more,
    });
  }

  /** One view by somebody, in one of the ways in which views go. */
  function view(at: number, person: number, path: string): void {
    const way = below(20);
    const isText = person % AGENTS.length >= 3;
    if (isText || person % 7 === 6 || path === '/plain') return add('log', at, person, path);
    if (person % 11 === 5) {
      add('log', at, person, path);
      return add('pixel', at + 300, person, path);
    }
    // Two tabs at once, a reload before the script ran, a page that loads for long, or for too long, a beacon before its request.
    if (way === 0) for (const late of [400, 400]) for (const source of ['log', 'tracker'] as const) add(source, source === 'log' ? at : at + late, person, path);
    else if (way === 1) for (const [source, late] of [['log', 0], ['log', 2_000], ['tracker', 3_500]] as const) add(source, at + late, person, path);
    else if (way === 2) for (const [source, late] of [['log', 0], ['tracker', 59_000 + below(3_000)]] as const) add(source, at + late, person, path);
    else if (way === 3) for (const [source, late] of [['log', 5_000], ['tracker', below(2_000)]] as const) add(source, at + late, person, path);
    else if (way < 6) add('log', at, person, path);
    else if (way < 9) add('tracker', at, person, path === '/b' ? '/app/route' : path);
    else for (const [source, late] of [['log', 0], ['tracker', 200 + below(8_000)]] as const) add(source, at + late, person, path);
  }

  for (let hour = 0; hour < DAYS * 24 + 1; hour += 1) {
    const isNight = hour % 24 < 6;
    for (let left = isNight ? below(2) : 20 + below(10); left > 0; left -= 1) view(START + hour * HOUR + below(HOUR), below(40), PATHS[below(6)] ?? '/');
    for (let left = below(4); left > 0; left -= 1) {
      const [path, method, status] = ([['/a', 'GET', 200], ['/b?x', 'GET', 304], ['/old', 'GET', 404], ['/p.PNG', 'GET', 200], ['/feed/', 'GET', 200], ['/c', 'HEAD', 200], ['/v1.2/page', 'GET', null]] as const)[below(7)] ?? ['/', 'GET', 200];
      const at = Math.floor((START + hour * HOUR + below(HOUR)) / 1_000) * 1_000;
      if (at < END && !(at >= HOLE.from && at < HOLE.to)) hits.push({ ...bareHit, id: String(hits.length + 1), site_id: SITE.id, source: 'log', created_at: at, received_at: at, url: `https://${SITE.domain}${path}`, method, status });
    }
  }
  // Around each midnight, for clocks that change one hour later too: a request before and its beacon after; a visitor who goes on and on.
  for (let day = 1; day < DAYS; day += 1) {
    const midnight = START + day * DAY + (day > 2 ? HOUR : 0);
    add('log', midnight - 1_000, 1, '/a');
    add('tracker', midnight + 2_000, 1, '/a');
    for (let i = -6; i < 6; i += 1) for (const [source, late] of [['log', 0], ['tracker', 9_000]] as const) if (i % 4 !== 0 || source === 'log') add(source, midnight + i * 20_000 + late, 2, '/b');
  }
  // Somebody whose beacons come from elsewhere than the requests do.
  for (let day = 0; day < DAYS; day += 1) add('tracker', START + day * DAY + 12 * HOUR, 1, '/b', { ip: '203.0.113.0' });
  // What is in neither: a server's own events, a log without agents, other sites.
  add('event', START + 10 * HOUR, 1, '/a');
  add('log', START + 10 * HOUR, 1, '/a', { user_agent: '' });
  add('log', START + 10 * HOUR, 1, '/a', { site_id: 1 });
  hits.push({ ...bareHit, id: '999999', site_id: SITE.id, source: 'tracker', created_at: START + 10 * HOUR, received_at: START, url: `https://${SITE.domain}/a` });
  return { visits, hits };
}
