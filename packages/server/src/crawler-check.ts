/**
 * Looks up, in the background, the hosts of addresses that came under the name of a crawler whose operator names its hosts, and keeps what was found.
 *
 * Bounded on every side: so many addresses a round, so many at once, so many kept; an address is looked up again after a week, one of which nobody answered after an hour.
 * Off unless the operator of this installation wants it: whoever is asked learns the address.
 */
import type { Logger } from 'pino';
import { createHostCheck } from './crawler-dns.js';
import type { CrawlerHosts, KnownHost } from './metadata/crawler-hosts.js';
import { addressText, type Row } from './questions/counts.js';
import { compileGroups } from './questions/compile.js';
import type { QuestionCaps, QuestionStore } from './questions/asked.js';
import { createCrawlerRanges, isHidden, isShortened, type CrawlerRanges } from './questions/crawler-ranges.js';
import { during, everything, grouped, where } from './questions/plan.js';
import { SiteScope } from './questions/scope.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** How far back addresses are looked for, and how many of them, those with the most hits first. */
const BACK = 7 * DAY;
const CANDIDATES = 5_000;
const A_ROUND = 200;
const AT_ONCE = 8;
const SECONDS = 30;
/** What is used in questions: as many addresses as an address line of the store holds. */
const USED = 5_000;
const AGAIN = { confirmed: 7 * DAY, none: 7 * DAY, failed: 60 * MINUTE } as const;

export interface CrawlerCheckDeps {
  readonly ranges: () => CrawlerRanges;
  readonly hosts: CrawlerHosts;
  readonly store: QuestionStore & { readonly caps: QuestionCaps };
  readonly sites: () => readonly { readonly id: number }[];
  /** Whom to ask: null for nobody, [] for whom the system asks. */
  readonly servers: readonly string[] | null;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
  readonly now: () => number;
}

export interface CrawlerCheck {
  /** The lists with what is known of hosts. */
  readonly ranges: () => CrawlerRanges;
  /** One round. @returns how many addresses were looked up */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/** Reads what is known, and begins unless there is nobody to ask. */
export async function startCrawlerCheck({ ranges, hosts, store, sites, servers, log, now }: CrawlerCheckDeps): Promise<CrawlerCheck> {
  let known: ReadonlyMap<string, KnownHost> = new Map();
  let made: { readonly from: CrawlerRanges; readonly known: typeof known; readonly ranges: CrawlerRanges } | null = null;
  const read = async (): Promise<void> => {
    known = new Map((await hosts.latest(USED)).map((host) => [host.address, host]));
  };
  await read();
  const check = servers === null ? null : createHostCheck(servers.length === 0 ? null : servers);

  async function candidates(): Promise<string[]> {
    const names = ranges().lists.filter((list) => list.hosts.length > 0).flatMap(({ crawlers }) => crawlers);
    const at = now();
    const source = where(during(everything(SiteScope.of(sites()), 'spider_hits'), [{ from: at - BACK, to: at + MINUTE }]), [{ column: 'name', operator: 'in', value: names }]);
    const { sql, params } = compileGroups(grouped(source, ['hits'], { keys: ['ip'], order: 'hits', page: { limit: CANDIDATES, offset: 0 } }));
    const { rows } = await store.query<Row>(sql, params, { maxSeconds: SECONDS, caps: store.caps });
    return rows.map((row) => addressText(String(row['k_ip']))).filter((ip) => !isShortened(ip) && !isHidden(ip));
  }

  async function run(): Promise<number> {
    if (check === null) return 0;
    const at = now();
    const due = (await candidates()).filter((ip) => {
      const before = known.get(ip);
      return before === undefined || at - before.checkedAt >= AGAIN[before.state];
    }).slice(0, A_ROUND);
    if (due.length === 0) return 0;
    const endings = [...new Set(ranges().lists.flatMap((list) => list.hosts))];
    const found: Omit<KnownHost, 'checkedAt'>[] = [];
    const waiting = due.values();
    const work = async (): Promise<void> => {
      for (const address of waiting) found.push({ address, ...(await check.check(address, endings)) });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (!stopped) await hosts.put(found);
    await read();
    return found.length;
  }

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const later = (): void => {
    if (stopped || check === null) return;
    timer = setTimeout(() => {
      running = run().then((num) => log.debug({ num }, 'crawlers: hosts looked up'), (error: unknown) => log.warn({ err: error }, 'crawlers: hosts could not be looked up')).finally(later);
    }, MINUTE).unref();
  };
  later();

  return {
    ranges() {
      const from = ranges();
      if (made === null || made.from !== from || made.known !== known) made = { from, known, ranges: createCrawlerRanges(from.lists, known) };
      return made.ranges;
    },
    run,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      check?.cancel();
      await running;
    },
  };
}
