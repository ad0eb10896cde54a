import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Access, ADMIN_ROLE, allEndpoints, COLLECT_PATH, endpoints, GRANTABLE_ROUTES } from '@footfall/contract';
import { pino } from 'pino';
import { type AppOptions, type App, buildApp } from '../../src/app.js';
import type { Role } from '../../src/config.js';
import { createAttempts } from '../../src/metadata/attempts.js';
import { subscriber } from '../../src/subscriber.js';
import { createBudget } from '../../src/http/budget.js';
import type { EndpointGroups, HandlerGroups } from '../../src/http/bind.js';
import type { Health } from '../../src/http/health.js';
import { createSessions, type Sessions } from '../../src/http/session.js';
import { createShareReader, withShares } from '../../src/http/share-caller.js';
import { withTokens } from '../../src/http/token-caller.js';
import { createAlarmChannels } from '../../src/metadata/alarm-channels.js';
import { createAlarmSettings } from '../../src/metadata/alarm-settings.js';
import { createAlarms } from '../../src/metadata/alarms.js';
import { createApiTokens } from '../../src/metadata/api-tokens.js';
import { type Audit, type AuditRow, createAudit } from '../../src/metadata/audit.js';
import { createClientErrors } from '../../src/metadata/client-errors.js';
import { type Metadata, openMetadata } from '../../src/metadata/database.js';
import { migratedStores } from '../metadata/place.js';
import { createInvitations } from '../../src/metadata/invitations.js';
import { createAuditRetention } from '../../src/metadata/audit-retention.js';
import { createAvatars } from '../../src/metadata/avatars.js';
import { createPasswords } from '../../src/metadata/passwords.js';
import { createApiKeyDirectory, type ApiKeyDirectory } from '../../src/metadata/api-key-directory.js';
import { createApiKeys } from '../../src/metadata/api-keys.js';
import { createReportSchedules } from '../../src/metadata/report-schedules.js';
import { createRoles, type Roles } from '../../src/metadata/roles.js';
import { createSessionStore } from '../../src/metadata/sessions.js';
import { createSettings } from '../../src/metadata/settings.js';
import { createSecondFactors } from '../../src/metadata/second-factors.js';
import { createShareLinks } from '../../src/metadata/share-links.js';
import { createSiteDirectory, type SiteDirectory } from '../../src/metadata/site-directory.js';
import { createSites, type Sites } from '../../src/metadata/sites.js';
import { createColumnChoices } from '../../src/metadata/column-choices.js';
import { createViews } from '../../src/metadata/views.js';
import { createUsers, type Users } from '../../src/metadata/users.js';
import { readAgent } from '../../src/enrich/agent.js';
import { createZones } from '../../src/questions/zone.js';
import { alarmRoutes } from '../../src/routes/alarms.js';
import { apiKeyRoutes } from '../../src/routes/api-keys.js';
import { authRoutes } from '../../src/routes/auth.js';
import { createBulkImports } from '../../src/bulk/bulk-imports.js';
import { createTableReader } from '../../src/bulk/read-table.js';
import { createSpiders, type Spiders } from '../../src/metadata/spiders.js';
import { bulkRoutes } from '../../src/routes/bulk.js';
import { clientErrorRoutes } from '../../src/routes/client-errors.js';
import { domainListRoute } from '../../src/routes/domain-list.js';
import { auditRoutes } from '../../src/routes/audit.js';
import { profileRoutes } from '../../src/routes/profile.js';
import { roleRoutes } from '../../src/routes/roles.js';
import { scheduleRoutes } from '../../src/routes/schedules.js';
import { secondFactorRoutes } from '../../src/routes/second-factor.js';
import { shareRoutes } from '../../src/routes/shares.js';
import { tokenRoutes } from '../../src/routes/tokens.js';
import { userRoutes } from '../../src/routes/users.js';
import { columnRoutes, viewRoutes } from '../../src/routes/views.js';
import { websiteMemberRoutes } from '../../src/routes/website-members.js';
import { websiteRoutes } from '../../src/routes/website.js';

export const PASSWORD = 'correct horse';
export const START = Date.UTC(2025, 10, 21, 8, 0, 0);

export interface World {
  readonly app: App;
  readonly clock: { at: number };
  readonly metadata: Metadata;
  readonly users: Users;
  readonly roles: Roles;
  readonly sites: Sites;
  readonly directory: SiteDirectory;
  readonly apiKeyDirectory: ApiKeyDirectory;
  readonly spiders: Spiders;
  /** Names of the rules that the way in was given last. */
  rulesInForce(): string[];
  readonly sessions: Sessions;
  readonly audit: Audit;
  /** Log lines so far, parsed. */
  readonly logged: Record<string, unknown>[];
  readonly health: { now: Health | Error };
  readonly consoleFolder: string;
  readonly trackerFile: string;
  signIn(username?: string): Promise<string>;
  /** What the audit log says, newest first. */
  written(limit?: number): Promise<AuditRow[]>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly endpoints?: EndpointGroups;
  readonly handlers?: HandlerGroups;
  readonly withConsole?: boolean;
  readonly withTracker?: boolean;
  readonly trustProxy?: boolean | number | string[];
  readonly timeZone?: string;
  readonly publicUrl?: string;
  readonly metricsToken?: string;
  readonly role?: Role;
  /** Read directly; without it, by node:http alone. */
  readonly direct?: NonNullable<AppOptions['direct']>;
}

/** Handlers that fail for everything that other parts answer, so that the whole contract can be bound. */
function placeholders(): Record<string, Record<string, () => Promise<never>>> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([group, members]) => [
      group,
      Object.fromEntries(Object.keys(members).map((name) => [name, () => Promise.reject(new Error(`${group}.${name} is not part of this test`))])),
    ]),
  );
}

/* Made once for all worlds of a file: a schema and a hash cost more than most tests. */
const newStore = migratedStores(() => START);
const PASSWORD_HASH = createPasswords().hash(PASSWORD);

/** The application over a metadata store of its own, with an administrator `admin` and a viewer `viewer`, who may see everything and change nothing. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-http-'));
  const consoleFolder = join(folder, 'console');
  const trackerFile = join(folder, 't.js');
  if (options.withConsole ?? true) {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(consoleFolder, 'assets'), { recursive: true });
    await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>');
    await writeFile(join(consoleFolder, 'assets', 'main-1a2b3c.js'), 'export {};');
    await writeFile(join(consoleFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(consoleFolder, '.secret'), 'not to be served');
  }
  if (options.withTracker ?? true) await writeFile(trackerFile, `/* tracker */${'x'.repeat(500)}`);
  if (options.withTracker ?? true) await writeFile(join(folder, 't2.js'), '/* second */');

  const clock = { at: START };
  const now = (): number => clock.at;
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        for (const line of chunk.toString().trim().split('\n')) logged.push(JSON.parse(line) as Record<string, unknown>);
        done();
      },
    }),
  );
  const metadata = await openMetadata(await newStore(), { now });
  const users = createUsers(metadata.db, now);
  const sites = createSites(metadata.db, now);
  const audit = createAudit(metadata.db, now);
  const passwords = createPasswords();
  const sessions = createSessions({ store: createSessionStore(metadata.db), now });
  const directory = await createSiteDirectory(sites, options.timeZone ?? 'Asia/Shanghai');
  const keys = createApiKeys(metadata.db, now);
  const apiKeyDirectory = await createApiKeyDirectory(keys, now, () => undefined);
  const passwordHash = await PASSWORD_HASH;
  await metadata.db.insertInto('roles').values({ key: 'viewer', name: 'Viewer', description: '', routes: JSON.stringify(GRANTABLE_ROUTES), all_sites: 1 }).execute();
  await users.create({ username: 'admin', passwordHash, nickname: 'The Boss', roles: [ADMIN_ROLE] });
  await users.create({ username: 'viewer', passwordHash, roles: ['viewer'] });
  const health: World['health'] = { now: { takingVisits: true, stores: { visits: 'ok', metadata: 'ok' } } };

  const roles = createRoles(metadata.db);
  const avatars = createAvatars(metadata.db);
  const people = {
    users, roles, passwords, sessions, audit, avatars, readAgent, timeZone: directory.timeZone,
    attempts: createAttempts(metadata.db, subscriber, now),
    invitations: createInvitations(metadata.db, now),
    factors: createSecondFactors(metadata.db, now),
    retention: createAuditRetention({ settings: createSettings(metadata.db), audit, now }),
    zone: createZones()(directory.timeZone),
  };
  const apiTokens = createApiTokens(metadata.db, now);
  const shares = createShareLinks(metadata.db, now);
  const shareReader = createShareReader({ shares, directory, now, log });
  const reportSchedules = createReportSchedules(metadata.db, now);
  const columnChoices = createColumnChoices(metadata.db);
  const alarmChannels = createAlarmChannels(metadata.db, now);
  const spiders = createSpiders(metadata.db, now);
  let rulesInForce: string[] = [];
  const rest = placeholders();
  const own: HandlerGroups = {
    ...rest,
    alarms: alarmRoutes({
      alarms: createAlarms(metadata.db, now), channels: alarmChannels, settings: createAlarmSettings(createSettings(metadata.db)), directory, zone: people.zone, audit,
      watch: {
        look: () => Promise.resolve(),
        async test({ id }) {
          await alarmChannels.sent(id, 'sent', null);
          return 'sent';
        },
      },
    }),
    audit: auditRoutes(people),
    auth: authRoutes(people),
    profile: profileRoutes(people),
    roles: roleRoutes(people),
    schedules: scheduleRoutes({ schedules: reportSchedules, channels: alarmChannels, directory, zones: createZones(), audit, now, reportJob: { send: ({ id }) => reportSchedules.sent(id, 'sent', '2025-11-20', null).then(() => 'sent' as const) } }),
    secondFactor: secondFactorRoutes(people),
    tokens: tokenRoutes({ tokens: apiTokens, directory, audit, now }),
    shares: shareRoutes({ shares, shareReader, directory, zones: createZones(), audit, now }),
    users: userRoutes(people),
    apiKeys: apiKeyRoutes({ keys, keyDirectory: apiKeyDirectory, directory, audit }),
    bulk: bulkRoutes({
      imports: createBulkImports(metadata.db, now), reader: createTableReader(), sites, spiders, directory, keyDirectory: apiKeyDirectory, audit, now,
      enricher: { useRules: (rules) => (rulesInForce = rules.map(({ name }) => name)) },
    }),
    columns: columnRoutes({ columnChoices }),
    views: viewRoutes({ views: createViews(metadata.db, now), columnChoices, directory }),
    clientErrors: clientErrorRoutes({ errors: createClientErrors(metadata.db, now), budget: createBudget({ now }), timeZone: directory.timeZone }),
    common: { ...rest['common'], domainList: domainListRoute(directory) },
    websites: { ...rest['websites'], ...websiteRoutes({ sites, directory, keyDirectory: apiKeyDirectory, onErase: () => undefined, audit, publicUrl: options.publicUrl ?? '' }), ...websiteMemberRoutes({ sites, roles, users, audit }) },
  };
  const app = await buildApp({
    endpoints: options.endpoints ?? endpoints,
    handlers: options.handlers ?? own,
    sessions: withShares(withTokens({ sessions, tokens: apiTokens, now, log }), shareReader),
    waysIn: new Map([
      [
        COLLECT_PATH,
        (request, response) => {
          response.statusCode = 204;
          response.setHeader('x-collect', `${request.method} ${request.url}`);
          response.end();
        },
      ],
    ]),
    role: options.role ?? 'all',
    ...(options.direct === undefined ? {} : { direct: options.direct }),
    metricsToken: options.metricsToken ?? null,
    metrics: async () => [{ name: 'probe_total', type: 'counter', help: 'One\nline.', samples: [{ labels: { said: 'a "b"\\' }, value: 3 }, { value: 0.5 }] }],
    health: () => (health.now instanceof Error ? Promise.reject(health.now) : Promise.resolve(health.now)),
    avatars,
    consoleFolder,
    trackerFile,
    version: '9.8.7',
    log,
    trustProxy: options.trustProxy ?? false,
    checkAnswers: true,
  });
  return {
    app,
    clock,
    metadata,
    users,
    roles,
    sites,
    directory,
    apiKeyDirectory,
    spiders,
    rulesInForce: () => rulesInForce,
    sessions,
    audit,
    logged,
    health,
    consoleFolder,
    trackerFile,
    async signIn(username = 'admin') {
      const user = await users.byUsername(username);
      if (!user) throw new Error(`no user ${username}`);
      return (await sessions.open(user.id, { address: '192.0.2.1', agent: 'test' })).token;
    },
    written: async (limit = 10) => (await audit.find({}, { limit, offset: 0 })).rows,
    async close() {
      await app.close();
      await metadata.close();
    },
  };
}

/** Every method and path of the contract, aliases included. */
export function allPlaces(): { id: string; method: 'GET' | 'POST' | 'DELETE'; url: string; access: Access }[] {
  return allEndpoints().flatMap((endpoint) =>
    [endpoint, ...endpoint.aliases].map(({ method, path }) => ({ id: endpoint.id, method, url: `/api${path}`, access: endpoint.access })),
  );
}
