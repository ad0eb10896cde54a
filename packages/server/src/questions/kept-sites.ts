/** Figures of each of several sites, of which those of hours that are over are kept with everybody who was there: who asks again has what came since counted. */
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import { ADDRESS, VISITOR } from '../warehouse/rolled/member-series.js';
import { SiteMembers, type SitePresence, type SiteTraffic } from '../warehouse/rolled/site-members.js';
import { SortedRecords } from '../warehouse/rolled/sorted-records.js';
import type { Asked } from './asked.js';
import { compileSites, type SiteRow } from './compile-sites.js';
import { countedOver, endedHour } from './ended-hours.js';
import { courseOf, keptGroups, type Listing, type Rest, type Stretch } from './kept-groups.js';
import { manyCame } from './many-came.js';
import type { Source } from './plan.js';
import { asWhole, type Running, runningName, runningOf } from './running.js';
import { SiteScope } from './scope.js';
import { isBusyEnough } from './worth.js';

const HOUR = 3_600_000;
/** A twentieth of the visits that make a site busy: fewer are counted as quickly as what came since. */
const WORTH = 20;
/** Visitors and addresses of one time, of all sites together, that are kept; with more, every asking counts. */
const MOST_MEMBERS = 400_000;
const COLUMN = 'site_id';
const NOTHING = new SiteMembers(new Map());

function presenceOf({ m_pv: pv, m_referer_num: search, m_last_at: last, engines: [names, nums], visitors, addresses }: SiteRow): SitePresence {
  return {
    pv: Number(pv), referer_num: Number(search), last: Number(last), engines: new Map(names.map((name, i) => [name, Number(nums[i])])),
    visitors: new SortedRecords(Buffer.from(visitors, 'base64url'), VISITOR), addresses: new SortedRecords(Buffer.from(addresses, 'base64url'), ADDRESS),
  };
}

const bounded = (members: SiteMembers): SiteMembers | null => (members.size > MOST_MEMBERS ? null : members);

/** What there is of some stretches, counted by one statement. @returns null of one with more members than are kept. @throws as `asked.run` */
async function counted(stretches: readonly Stretch[], asked: Asked): Promise<(SiteMembers | null)[]> {
  const asking = stretches.filter(([, { from, to }]) => from < to);
  const rows = asking.length === 0 ? [] : (await asked.run<SiteRow>(compileSites(asking, MOST_MEMBERS + 1))).rows;
  return stretches.map((stretch) => {
    const at = asking.indexOf(stretch);
    return at === -1 ? NOTHING : bounded(new SiteMembers(new Map(rows.filter(({ part }) => Number(part) === at).map((row) => [Number(row.site), presenceOf(row)]))));
  });
}

const joined = (members: SiteMembers, added: SiteMembers): SiteMembers | null => bounded(members.with(added));

/** Where an hour is kept while it runs. */
const runningOn = ({ scope, filters }: Source, { sites }: NonNullable<Asked['kept']>) => (hour: number): Reading<SiteMembers> => sites.read(SiteScope.idsOf(scope), runningName(hour, [COLUMN, filters]), hour);

/** A stretch that begins with the hour that runs; counted as a whole where it does not. @param isFirst as in kept-groups.ts */
function sinceOf([source, range]: Stretch, isFirst: boolean, { kept, now }: Asked): Running<SiteMembers> {
  const running = kept === null || !isFirst ? null : runningOf(range, runningOn(source, kept), { empty: NOTHING, joined, viewsOf: ({ views }) => views }, now);
  return running ?? asWhole(range);
}

/** As `counted`, without the hours that were kept while they ran. */
const countedOnce = (stretches: readonly Stretch[], asked: Asked): Promise<(SiteMembers | null)[]> => countedOver(stretches, {
  endedOf: ([source, range]) => (asked.kept === null ? null : endedHour(range, runningOn(source, asked.kept))),
  count: (some) => counted(some, asked),
  joined,
});

async function rest(stretches: readonly Stretch[], asked: Asked, isFirst: boolean): Promise<Rest<SiteMembers>> {
  const sinces = stretches.map((stretch) => ({ source: stretch[0], since: sinceOf(stretch, isFirst, asked) }));
  const found = await counted(sinces.flatMap(({ source, since }) => since.pieces.map((piece): Stretch => [source, piece])), asked);
  let at = 0;
  return {
    lists: sinces.map(({ since }) => since.told(found.slice(at, (at += since.pieces.length)))),
    isTrue: () => sinces.every(({ since }) => since.isTrue()),
  };
}

const listing: Listing<SiteMembers> = { column: COLUMN, empty: NOTHING, kept: ({ sites }) => sites, count: countedOnce, rest, joined };

/** Whether what is over of a source is worth keeping by site, and not known to be more than is kept. @param source of one stretch of time */
export function mayKeepSites(source: Source, { kept, rolled, now }: Asked): boolean {
  const course = courseOf(source, COLUMN, now);
  if (kept === null || rolled === null || course === null || !(isBusyEnough(source, course.over - course.range.from / HOUR, WORTH, rolled) || manyCame(source, { kept, now }))) return false;
  return kept.sites.read(SiteScope.idsOf(source.scope), course.name).kept?.counts !== null;
}

/**
 * The figures of each site that anybody was on, by its id.
 * @param sources each of one stretch of time
 * @returns null where they are to be asked for
 * @throws as `asked.run`
 */
export async function keptSites(sources: readonly Source[], asked: Asked): Promise<readonly ReadonlyMap<number, SiteTraffic>[] | null> {
  const groups = await keptGroups(sources, listing, asked);
  return groups?.map(({ over, since }) => over.trafficWith(since)) ?? null;
}
