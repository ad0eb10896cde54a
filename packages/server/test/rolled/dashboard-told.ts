/** What a dashboard and the list of sites tell, of a time in which an hour runs. */
import { endpoints } from '@footfall/contract';
import type { QuestionStore } from '../../src/questions/asked.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { homeRoutes } from '../../src/routes/home.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { ask, depsOf } from '../questions/ask.js';
import { NOW, visitorOf } from './world.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Math.floor(NOW / HOUR) * HOUR;

/** All that stands on a dashboard. */
export async function told(store: QuestionStore, now: number, domain: string, days: number) {
  const deps = depsOf(store, now, { visitorOf });
  const [home, common] = [homeRoutes(deps), listsRoutes(deps)];
  const text = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 10);
  const when = { domain, query_time: [`${text(now - (days - 1) * DAY)} 00:00:00`, `${text(now)} 23:59:59`] as [string, string], compare: 'previous' as const };
  // Up to the end of the hour, which may have turned a moment ago.
  const ending = { domain, query_time: [when.query_time[0], new Date(START + 9 * HOUR - 1_000).toISOString().slice(0, 19).replace('T', ' ')] as [string, string] };
  const [urls, entries, addresses, browsers, countries, trend, summary, total, models, byCountry, found, endingUrls, endingTrend, endingModels, ...panels] = await Promise.all([
    ask(endpoints.home.topList, home.topList, { ...when, type: 'url', per_page: 50 }),
    ask(endpoints.home.topList, home.topList, { ...when, type: 'entry_url', per_page: 20, sort: { num: 'asc' } }),
    ask(endpoints.home.topList, home.topList, { ...when, type: 'ip', per_page: 30 }),
    ask(endpoints.home.pie, home.pie, { ...when, type: 'browser' }),
    ask(endpoints.home.pie, home.pie, { ...when, type: 'country' }),
    ask(endpoints.home.trend, home.trend, when),
    ask(endpoints.home.summary, home.summary, { domain }),
    ask(endpoints.home.visitTotal, home.visitTotal, { domain }),
    ask(endpoints.devices.models, deviceRoutes(deps).models, { domain }),
    ask(endpoints.common.userTotalList, common.userTotalList, { domain }),
    ask(endpoints.common.countryList, common.countryList, { domain }),
    ask(endpoints.home.topList, home.topList, { ...ending, type: 'url', per_page: 50 }),
    ask(endpoints.home.trend, home.trend, ending),
    ask(endpoints.devices.models, deviceRoutes(deps).models, ending),
    // What is counted together: ten rows, as panels ask for.
    ...(['url', 'referer', 'entry_url'] as const).map((type) => ask(endpoints.home.topList, home.topList, { ...when, type, per_page: 10 })),
    ask(endpoints.home.topList, home.topList, { ...ending, type: 'url', per_page: 10 }),
  ]);
  return { urls, entries, addresses, browsers, countries, trend, summary, total, models, byCountry, found, endingUrls, endingTrend, endingModels, panels };
}

/** The list of sites. */
export const sitesTold = (store: QuestionStore, now: number) => ask(endpoints.websites.statistics, statisticsRoutes(depsOf(store, now, { visitorOf })).statistics, {});
