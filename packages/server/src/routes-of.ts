import type { AllHandlers } from './http/handler.js';
import type { Parts } from './deps.js';
import { createBulkImports } from './bulk/bulk-imports.js';
import { createTableReader } from './bulk/read-table.js';
import { readAgent } from './enrich/agent.js';
import { createSpiderLab } from './enrich/spider-lab.js';
import { visitorOf } from './enrich/steps/visitor.js';
import { createBudget } from './http/budget.js';
import { createClientErrors } from './metadata/client-errors.js';
import { createColumnChoices } from './metadata/column-choices.js';
import { createSitemapList } from './metadata/sitemaps.js';
import { createViews } from './metadata/views.js';
import { createCountryNames } from './questions/country-names.js';
import { createBuilds } from './questions/builds.js';
import { createTurns } from './questions/turns.js';
import { createZones } from './questions/zone.js';
import type { QuestionDeps } from './routes/asking.js';
import { aiRoutes } from './routes/ai.js';
import { type AlarmDeps, alarmRoutes } from './routes/alarms.js';
import { type AuditDeps, auditRoutes } from './routes/audit.js';
import { type AuthDeps, authRoutes } from './routes/auth.js';
import { apiKeyRoutes } from './routes/api-keys.js';
import { bulkRoutes } from './routes/bulk.js';
import { clientErrorRoutes } from './routes/client-errors.js';
import { coverageRoutes } from './routes/coverage.js';
import { deviceLogRoutes } from './routes/device-logs.js';
import { deviceRoutes } from './routes/devices.js';
import { domainListRoute } from './routes/domain-list.js';
import { flowRoutes } from './routes/flow.js';
import { homeRoutes } from './routes/home.js';
import { ledgerRoutes } from './routes/ledger.js';
import { liveCheckRoute } from './routes/live-check.js';
import { lifecycleRoutes } from './routes/lifecycle.js';
import { type LogImportDeps, logImportRoutes } from './routes/log-import.js';
import { listsRoutes } from './routes/lists.js';
import { type ProfileDeps, profileRoutes } from './routes/profile.js';
import { proofRoutes } from './routes/proof.js';
import { reconcileRoutes } from './routes/reconcile.js';
import { reportRoutes } from './routes/report.js';
import { type RoleDeps, roleRoutes } from './routes/roles.js';
import { type ScheduleDeps, scheduleRoutes } from './routes/schedules.js';
import { type SecondFactorDeps, secondFactorRoutes } from './routes/second-factor.js';
import { type ShareDeps, shareRoutes } from './routes/shares.js';
import { spiderLabRoutes } from './routes/spider-lab.js';
import { spiderLogRoutes } from './routes/spider-log.js';
import { spiderRuleRoutes } from './routes/spider-rules.js';
import { sqlRoutes } from './routes/sql.js';
import { statisticsRoutes } from './routes/statistics.js';
import { type StatusDeps, statusRoutes } from './routes/status.js';
import { suspiciousRoutes } from './routes/suspicious.js';
import { type TokenDeps, tokenRoutes } from './routes/tokens.js';
import { type UserDeps, userRoutes } from './routes/users.js';
import { columnRoutes, viewRoutes } from './routes/views.js';
import { type VisitorDeps, visitorRoutes } from './routes/visitors.js';
import { websiteMemberRoutes } from './routes/website-members.js';
import { websiteRoutes } from './routes/website.js';
import { witnessed } from './routes/witnessed.js';
import { createSitemaps } from './sitemaps/sitemaps.js';

/** Milliseconds that a visit usually waits to be stored; only what waits longer is worth a word on a screen. */
const USUAL_DELAY = 15_000;

/** Of the embedded engine's four readers one is left for what the server itself looks up, and of the others one for another user: a screen asks a dozen. Its two threads are one for each of two. A server at an address has processors of its own. */
const TURNS = { embedded: { atOnce: 2, waiting: 100, together: 3, crowd: 2 }, server: { atOnce: 3, waiting: 100, together: 48 } };

/** What the routes of people need besides the parts; `audit` is every route's. */
type People = Omit<AuthDeps & UserDeps & RoleDeps & ProfileDeps & SecondFactorDeps & AuditDeps, 'timeZone' | 'zone' | 'readAgent'> & Pick<LogImportDeps, 'uploads'> & Pick<ShareDeps, 'shares' | 'shareReader'> & { readonly apiTokens: TokenDeps['tokens'] };

/** One handler for every endpoint of the contract. */
export function routesOf(parts: Parts & Pick<StatusDeps, 'reader'> & Pick<VisitorDeps, 'visitorData'> & { readonly alarming: Pick<AlarmDeps, 'alarms' | 'channels' | 'settings' | 'watch'> & Pick<ScheduleDeps, 'schedules' | 'reportJob'> }, people: People, now: () => number): AllHandlers {
  const { config, sites, directory, spiders, warehouse, journal } = parts;
  const { timeZone } = directory;
  const questions: QuestionDeps = {
    store: warehouse,
    caps: warehouse.caps,
    builds: createBuilds(),
    turns: createTurns(config.clickhouseUrls.length === 0 ? TURNS.embedded : TURNS.server),
    directory,
    zones: createZones(),
    countryNames: createCountryNames(),
    crawlers: parts.crawlers,
    networkOwner: parts.networkOwner,
    visitorOf,
    now,
    completeTo: () => {
      const complete = parts.presence.completeUpTo();
      return now() - complete < USUAL_DELAY ? null : complete;
    },
  };
  const sitemaps = createSitemaps({ list: createSitemapList(parts.metadata.db), urls: warehouse.sitemapUrls, allowPrivate: config.sitemapPrivate, now });
  const lab = createSpiderLab(parts.enricher);
  const columnChoices = createColumnChoices(parts.metadata.db);
  const handlers: Omit<AllHandlers, 'proof'> = {
    ai: aiRoutes(questions),
    alarms: alarmRoutes({ ...parts.alarming, directory, zone: questions.zones(timeZone), audit: people.audit }),
    apiKeys: apiKeyRoutes({ keys: parts.apiKeys, keyDirectory: parts.apiKeyDirectory, directory, audit: people.audit }),
    audit: auditRoutes({ ...people, zone: questions.zones(timeZone) }),
    auth: authRoutes({ ...people, timeZone }),
    bulk: bulkRoutes({
      imports: createBulkImports(parts.metadata.db, now), reader: createTableReader(), sites, spiders: parts.spiders, directory, keyDirectory: parts.apiKeyDirectory, enricher: parts.enricher, audit: people.audit, now,
    }),
    clientErrors: clientErrorRoutes({ errors: createClientErrors(parts.metadata.db, now), budget: createBudget({ now }), timeZone }),
    columns: columnRoutes({ columnChoices }),
    common: { domainList: domainListRoute(directory), ...listsRoutes(questions) },
    coverage: coverageRoutes({ ...questions, sitemaps, audit: people.audit }),
    deviceLogs: witnessed(deviceLogRoutes(questions), people.audit),
    devices: deviceRoutes(questions),
    flow: flowRoutes(questions),
    home: homeRoutes(questions),
    ledger: ledgerRoutes({ ...questions, waiting: () => ({ records: journal.status().waitingRecords, batches: journal.unsettled() }) }),
    lifecycle: lifecycleRoutes({ ...questions, sitemaps }),
    logImport: logImportRoutes({ uploads: people.uploads, directory, audit: people.audit }),
    profile: profileRoutes({ ...people, readAgent, timeZone }),
    reconcile: reconcileRoutes(questions),
    report: reportRoutes(questions),
    roles: roleRoutes(people),
    schedules: scheduleRoutes({ ...parts.alarming, directory, zones: questions.zones, audit: people.audit, now }),
    secondFactor: secondFactorRoutes({ ...people, timeZone }),
    shares: shareRoutes({ ...people, directory, zones: questions.zones, now }),
    spiders: { ...spiderRuleRoutes({ ...questions, spiders, lab, enricher: parts.enricher, audit: people.audit }), ...spiderLogRoutes(questions), ...spiderLabRoutes({ ...questions, spiders, lab, runs: parts.spiderRuns, history: parts.spiderHistory, audit: people.audit }) },
    sql: sqlRoutes({ ...questions, statements: warehouse.statements, audit: people.audit }),
    status: statusRoutes({ ...questions, reader: parts.reader, presence: parts.presence, warehouse, version: config.version }),
    suspicious: suspiciousRoutes(questions),
    tokens: tokenRoutes({ tokens: people.apiTokens, directory, audit: people.audit, now }),
    users: userRoutes({ ...people, timeZone }),
    visitors: visitorRoutes({ visitorData: parts.visitorData, directory, audit: people.audit, now }),
    views: viewRoutes({ views: createViews(parts.metadata.db, now), columnChoices, directory }),
    websites: {
      ...websiteRoutes({ sites, directory, keyDirectory: parts.apiKeyDirectory, onErase: () => void parts.housekeeping.run(), audit: people.audit, publicUrl: config.publicUrl }),
      ...websiteMemberRoutes({ sites, roles: people.roles, users: people.users, audit: people.audit }),
      ...statisticsRoutes(questions),
      liveCheck: liveCheckRoute(questions, parts.refusals),
    },
  };
  return { ...handlers, proof: proofRoutes({ ...questions, handlers, statements: warehouse.statements, spiders, runs: parts.spiderRuns }) };
}
