import { z } from 'zod';

/**
 * The screens that a role grants one by one, by the names of the console's route table. Every other screen is open to
 * everyone signed in (the dashboard, one's own profile) or to administrators alone.
 */
export const GRANTABLE_ROUTES = [
  'DashboardInfo', 'reportDevice', 'DeviceList', 'Devicedetail',
  'visitIp', 'visitReferer', 'visitUrl', 'visitEntryUrl', 'VisitList', 'userTrajectory',
  'flowTendency', 'flowHour', 'flowDay', 'LogAndBeacon', 'DomainList', 'SpiderList', 'SpiderLog', 'AiTraffic', 'CrawlCoverage', 'Sql',
] as const;

export type GrantableRoute = (typeof GRANTABLE_ROUTES)[number];

export const grantableRoute = z.enum(GRANTABLE_ROUTES);
