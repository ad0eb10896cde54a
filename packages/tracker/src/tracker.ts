import type { WireHit } from '@footfall/contract/hit';
import { attempt, guarded } from './attempt.js';
import { customEvent } from './event.js';
import { randomId } from './id.js';
import { type Facts, lightFacts } from './light-facts.js';
import { watchNavigation } from './navigation.js';
import { readOutbox, writeOutbox } from './outbox.js';
import { post } from './post.js';
import type { Second } from './second.js';
import { visitorId } from './visitor-id.js';

/** Milliseconds that the first view waits for what only the second file can tell; a page that is left sends it at once. */
const PATIENCE = 3_000;
/** Milliseconds after a move within the document until it is a view, and the title the new one. What is left earlier was a step of a redirect. */
const SETTLED = 300;

/** What a site's script tag asks for: see docs/tracker.md. */
export interface Settings {
  /** Address of the first file, from which all others are told. */
  readonly src: string;
  /** Whether an attribute `data-…` is there. */
  readonly has: (attribute: string) => boolean;
}

/** Counts the document's views from now on; gives what takes calls of `footfall(…)`. */
export function startTracker({ src, has }: Settings, secondFile: string): (call: ArrayLike<unknown>) => void {
  const collect = new URL('collect', src).href;
  const known: Facts = { ...lightFacts(), f: has('id') ? visitorId() : undefined };
  let waiting: [at: number, beacon: WireHit][] = [];
  let ready = false;
  let views = 0;
  let timer = 0;
  let last: string;
  let referrer = attempt(() => document.referrer.slice(0, 4096));

  const keep = (at: number, beacon: WireHit) => {
    writeOutbox([...readOutbox(), [at, beacon]]);
    second.then(({ resendLater }) => resendLater()).catch(() => undefined);
  };

  /** While the page stays, by a request that tells what became of it; when it is left, by a beacon, which survives it. */
  const deliver = (at: number, beacon: WireHit, leaving: boolean) => {
    if (!navigator.onLine) return keep(at, beacon);
    const body = JSON.stringify({ ...beacon, d: Math.max(0, Date.now() - at) });
    const tells = attempt(() => 'keepalive' in Request.prototype);
    if ((leaving || !tells) && attempt(() => navigator.sendBeacon(collect, body))) return;
    void post(collect, body).then((done) => done || keep(at, beacon));
  };

  const nameViews = () => waiting.forEach(([, beacon]) => (beacon.t ??= attempt(() => document.title.slice(0, 512))));

  const flush = (leaving = false) => {
    timer = 0;
    nameViews();
    const all = waiting;
    waiting = [];
    all.forEach(([at, beacon]) => attempt(() => deliver(at, { ...known, ...beacon }, leaving)));
  };

  const push = (more: Partial<WireHit>) => {
    waiting.push([Date.now(), { v: 1, i: randomId(), u: last.slice(0, 4096), ...more }]);
    if (ready) timer ||= setTimeout(flush, SETTLED);
  };

  const view = guarded(() => {
    const { href } = location;
    const u = has('hash') ? href : href.replace(/#.*/s, '');
    if (u === last) return;
    const [at, beacon] = waiting[waiting.length - 1] ?? [0];
    if (views++ > 1 && beacon && !beacon.e && Date.now() - at < SETTLED) waiting.pop();
    nameViews();
    last = u;
    clearTimeout(timer);
    timer = 0;
    push({ r: referrer });
    referrer = u.slice(0, 4096);
  });

  const settle = () => {
    // Once: later it would send what has only just been moved to, under the title of before.
    if (ready) return;
    ready = true;
    flush();
  };
  const leave = () => {
    // Of a move just now nothing was heard yet.
    view();
    flush(true);
  };

  const second = (import(new URL(secondFile, src).href) as Promise<Second>).then((file) => file.startSecond(collect, { canvas: has('canvas'), id: has('id') }));
  second.then(({ facts }) => facts).then((more) => Object.assign(known, { ...more, f: known.f ?? more.f })).then(settle, settle);
  setTimeout(settle, PATIENCE);

  view();
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  watchNavigation(view, () => {
    last = '';
    view();
  });

  return (call) => {
    const e = call[0] === 'event' ? customEvent(call[1], call[2]) : undefined;
    if (e) push({ e, t: '' });
  };
}
