/** What is wrong with sites and crawlers: asks the store of visits for counts, and has them judged. */
import type { AlarmKind, AlarmRules } from '@footfall/contract';
import type { Found } from '../metadata/alarms.js';
import type { QuestionCaps, QuestionStore } from '../questions/asked.js';
import { compileGroups } from '../questions/compile.js';
import { countIn, type Row } from '../questions/counts.js';
import type { TimeRange } from '../questions/period.js';
import { during, everything, grouped } from '../questions/plan.js';
import { SiteScope } from '../questions/scope.js';
import type { Zone } from '../questions/zone.js';
import { type Answers, type Counts, errorBurst, type Finding, silence, surge, WEEKS, windowsOf } from './judge.js';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
const SECONDS = 30;
/** What is new is what nobody saw in the weeks before the last so many hours. */
const NEW = 24 * HOUR;
/** Anyone can send any number of names: of new crawlers those with the most hits are told. */
const MOST_NEW = 20;
/** Groups of one question: sites by the crawlers that come to them. */
const MOST_GROUPS = 100_000;

export interface TrafficDeps {
  readonly store: QuestionStore;
  readonly caps: QuestionCaps;
  /** Ends what is asked. */
  readonly signal?: AbortSignal;
}

interface Subject {
  readonly siteId: number;
  readonly subject: string;
}

interface Series extends Subject {
  readonly counts: Counts;
  readonly now: Answers;
  readonly before: Answers;
}

type Of = 'sites' | 'crawlers';
const TABLE = { sites: 'visits', crawlers: 'spider_hits' } as const;
const FIGURE = { sites: 'pv', crawlers: 'hits' } as const;
const KEYS = { sites: ['site_id'], crawlers: ['site_id', 'name'] } as const;

/**
 * Everything that is wrong, by the rules that are on.
 * @param end up to when everything is stored, milliseconds UTC
 * @throws FootfallError of `store.*`
 */
export async function judgeTraffic({ store, caps, signal }: TrafficDeps, rules: AlarmRules, siteIds: readonly number[], end: number, zone: Zone): Promise<Found[]> {
  const scope = SiteScope.of(siteIds.map((id) => ({ id })));
  if (siteIds.length === 0) return [];

  const ask = async (of: Of, ranges: readonly TimeRange[], cuts: boolean, more: readonly string[] = []): Promise<readonly Row[]> => {
    const source = during(everything(scope, TABLE[of]), ranges);
    const plan = grouped(source, [FIGURE[of], ...more], { keys: [...KEYS[of]], cuts: cuts ? [ranges.map(({ from }) => from)] : [], order: FIGURE[of], page: { limit: MOST_GROUPS, offset: 0 } });
    const { sql, params } = compileGroups(plan);
    return (await store.query<Row>(sql, params, { maxSeconds: SECONDS, caps, ...(signal === undefined ? {} : { signal }) })).rows;
  };
  const subjectOf = (row: Row): Subject => ({ siteId: countIn(row, 'k_site_id'), subject: String(row['k_name'] ?? '') });
  const keyOf = ({ siteId, subject }: Subject): string => `${siteId} ${subject}`;

  /** By site, or by crawler on each site, what there is now and was in the weeks before. */
  async function series(of: Of, hours: number, withAnswers = false): Promise<Series[]> {
    const windows = windowsOf(end, hours, zone);
    const last = windows.at(-1)?.from;
    const all = new Map<string, { subject: Subject; now: number; weeks: number[]; answers: Answers; before: Answers }>();
    for (const row of await ask(of, windows, true, withAnswers ? ['failed', 'answered'] : [])) {
      const subject = subjectOf(row);
      const one = all.get(keyOf(subject)) ?? { subject, now: 0, weeks: [], answers: { failed: 0, answered: 0 }, before: { failed: 0, answered: 0 } };
      const [num, failed, answered] = [countIn(row, `m_${FIGURE[of]}`), countIn(row, 'm_failed'), countIn(row, 'm_answered')];
      if (countIn(row, 'c0') === last) Object.assign(one, { now: num, answers: { failed, answered } });
      else {
        one.weeks.push(num);
        one.before = { failed: one.before.failed + failed, answered: one.before.answered + answered };
      }
      all.set(keyOf(subject), one);
    }
    return [...all.values()].map(({ subject, now, weeks, answers, before }) => ({ ...subject, counts: { now, weeks }, now: answers, before }));
  }

  /** Who was there in the week that the oldest of the hours compared lie in. */
  async function knownSince(of: Of, hours: number): Promise<ReadonlySet<string>> {
    const from = (windowsOf(end, hours, zone)[0]?.from ?? end) - HOUR;
    return new Set((await ask(of, [{ from, to: from + WEEK }], false)).map((row) => keyOf(subjectOf(row))));
  }

  async function each(kind: AlarmKind, list: Promise<readonly Series[]>, judge: (one: Series) => Finding | null): Promise<Found[]> {
    return (await list).flatMap((one) => {
      const finding = judge(one);
      return finding === null ? [] : [{ kind, siteId: one.siteId, subject: one.subject, ...finding }];
    });
  }

  async function surges(kind: AlarmKind, of: Of, rule: AlarmRules['site_surge']): Promise<Found[]> {
    const known = await knownSince(of, rule.hours);
    return each(kind, series(of, rule.hours), (one) => surge(one.counts, known.has(keyOf(one)), rule));
  }

  /** Crawlers that came to a site for the first time in weeks; not to a site that no crawler came to weeks ago. */
  async function newcomers({ minimum }: AlarmRules['crawler_new']): Promise<Found[]> {
    const before = await ask('crawlers', [{ from: end - NEW - WEEKS * WEEK, to: end - NEW }], false);
    const seen = new Set(before.map((row) => keyOf(subjectOf(row))));
    const old = end - (WEEKS - 1) * WEEK;
    const known = new Set((await ask('crawlers', [{ from: old - WEEK, to: old }], false)).map((row) => countIn(row, 'k_site_id')));
    const fresh = (await ask('crawlers', [{ from: end - NEW, to: end }], false)).filter((row) => countIn(row, 'm_hits') >= minimum && known.has(countIn(row, 'k_site_id')) && !seen.has(keyOf(subjectOf(row))));
    return fresh.slice(0, MOST_NEW).map((row) => ({ kind: 'crawler_new', ...subjectOf(row), value: countIn(row, 'm_hits'), expected: 0 }));
  }

  const found: Found[] = [];
  const { site_silence: siteSilence, site_surge: siteSurge, crawler_silence: crawlerSilence, crawler_surge: crawlerSurge, crawler_new: crawlerNew, crawler_errors: crawlerErrors } = rules;
  if (siteSilence.on) found.push(...(await each('site_silence', series('sites', siteSilence.hours), ({ counts }) => silence(counts, siteSilence))));
  if (siteSurge.on) found.push(...(await surges('site_surge', 'sites', siteSurge)));
  if (crawlerSilence.on) found.push(...(await each('crawler_silence', series('crawlers', crawlerSilence.hours), ({ counts }) => silence(counts, crawlerSilence))));
  if (crawlerSurge.on) found.push(...(await surges('crawler_surge', 'crawlers', crawlerSurge)));
  if (crawlerNew.on) found.push(...(await newcomers(crawlerNew)));
  if (crawlerErrors.on) found.push(...(await each('crawler_errors', series('crawlers', crawlerErrors.hours, true), ({ now, before }) => errorBurst(now, before, crawlerErrors))));
  return found;
}
