import type { AddressInfo } from 'node:net';
import { endpoints } from '@footfall/contract';
import { startAlarmWatch } from './alarms/watch.js';
import { buildApp } from './app.js';
import { createSnapshots } from './backup/snapshot.js';
import { auditedImporter } from './audited-importer.js';
import { createImporter } from './importer.js';
import type { Config } from './config.js';
import { MOVE_PATH, SNAPSHOT_PATH, startControl, STATE_PATH, type Tasks, VISITOR_PATH } from './control/control-server.js';
import { answerMove, createMover } from './control/move-answer.js';
import { controlSocket } from './control/socket-path.js';
import { answerVisitor } from './control/visitor-answer.js';
import type { Parts } from './deps.js';
import { type ServerAnswer, stateOf } from './doctor/examine.js';
import { CACHE_TIME, createSessions } from './http/session.js';
import { createShareReader, withShares } from './http/share-caller.js';
import { withTokens } from './http/token-caller.js';
import { createAlarmChannels } from './metadata/alarm-channels.js';
import { createAlarmSettings } from './metadata/alarm-settings.js';
import { createAlarms } from './metadata/alarms.js';
import { createApiTokens } from './metadata/api-tokens.js';
import { ensureAdministrator, type FirstStart } from './metadata/administrator.js';
import { createAttempts } from './metadata/attempts.js';
import { type AuditRetention, createAuditRetention } from './metadata/audit-retention.js';
import { createAudit } from './metadata/audit.js';
import { createAvatars } from './metadata/avatars.js';
import { createInvitations } from './metadata/invitations.js';
import { createPasswords } from './metadata/passwords.js';
import { createReportSchedules } from './metadata/report-schedules.js';
import { createRoles } from './metadata/roles.js';
import { createSecondFactors } from './metadata/second-factors.js';
import { createSessionStore } from './metadata/sessions.js';
import { createSettings } from './metadata/settings.js';
import { createShareLinks } from './metadata/share-links.js';
import { createUsers } from './metadata/users.js';
import { startLoopDelay } from './loop-delay.js';
import { OperatorError } from './operator-error.js';
import { visitorOf } from './enrich/steps/visitor.js';
import { createCountryNames } from './questions/country-names.js';
import { createZones } from './questions/zone.js';
import { createAddressRate } from './rates.js';
import { startReportJob } from './reports/job.js';
import { routesOf } from './routes-of.js';
import { createStateReader, roomOn } from './server-state.js';
import type { Stores } from './stores-file.js';
import { subscriber } from './subscriber.js';
import { createUploads } from './uploads.js';
import { createVisitorData } from './visitor-data.js';

export interface Server {
  readonly address: AddressInfo;
  readonly firstStart: FirstStart;
  /** Resolves with where the stores are once they were moved: nothing can be changed in the old ones, so all is to be closed and opened there. */
  readonly moved: Promise<Stores>;
  /** Takes no more connections; what still runs after `graceMs` is cut. */
  close(graceMs: number): Promise<void>;
}

/** A port that can not be had, in words that help. */
function listenFailure(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): OperatorError {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return new OperatorError(`port ${port} is in use: stop what listens there, or set FOOTFALL_PORT to another port.`, { cause: error });
  if (code === 'EACCES') return new OperatorError(`port ${port} may not be used by this user: set FOOTFALL_PORT to one above 1023.`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new OperatorError(`${host} is not an address of this machine: set FOOTFALL_HOST to one that is.`, { cause: error });
  return new OperatorError(`the server can not listen on ${host}:${port}: ${error instanceof Error ? error.message : 'unknown'}.`, { cause: error });
}

/** What a doctor beside the server wants to know. */
async function examined({ flusher, journal, warehouse }: Parts, zones: readonly string[]): Promise<ServerAnswer> {
  const { completeUpTo, failingSince, lastError } = flusher.status();
  const { failing, waitingRecords } = journal.status();
  return { server: { takingVisits: !failing, waitingRecords, completeUpTo, failingSince, lastError }, store: await stateOf(warehouse, zones) };
}

/** Requests to the API of one address: an office that opens its dashboards together is far below. */
const API_RATE = { perSecond: 100, burst: 2_000 };

/** Milliseconds in which the answer to a command is on its way. */
const ANSWERED_AFTER = 200;

/** Milliseconds between two removals of old entries of the audit log. */
const SWEEP_EVERY = 6 * 3_600_000;

/** Never rejects: what could not be removed now is removed the next time. */
async function sweep(retention: AuditRetention, log: Parts['log']): Promise<void> {
  try {
    await retention.sweep();
  } catch (error) {
    log.warn({ err: error }, 'the audit log: old entries could not be removed');
  }
}

/** What alarms and scheduled reports are kept in, and who looks. */
function startAlarms({ config, log, metadata, warehouse, directory, flusher, journal, presence, crawlers, networkOwner }: Parts, now: () => number) {
  const stores = { alarms: createAlarms(metadata.db, now), channels: createAlarmChannels(metadata.db, now), settings: createAlarmSettings(createSettings(metadata.db)) };
  const watch = startAlarmWatch({
    ...stores, store: warehouse, caps: warehouse.caps, sites: () => directory.all(), zone: createZones()(directory.timeZone), log, now,
    server: { name: presence.name, disk: () => roomOn(config.dataFolder), completeUpTo: () => flusher.status().completeUpTo },
    others: () => presence.all().filter(({ id }) => id !== journal.installation),
    leads: config.role !== 'collect', publicUrl: config.publicUrl, allowPrivate: config.alarmPrivate,
  });
  const schedules = createReportSchedules(metadata.db, now);
  const reportJob = startReportJob({
    schedules, channels: stores.channels, siteById: (id) => directory.byId(id), store: warehouse, caps: warehouse.caps, zones: createZones(), timeZone: directory.timeZone, countryNames: createCountryNames(), crawlers, networkOwner, visitorOf, log, now,
    completeUpTo: () => presence.completeUpTo(), leads: config.role !== 'collect', publicUrl: config.publicUrl, allowPrivate: config.alarmPrivate,
  });
  return { ...stores, watch, schedules, reportJob };
}

/**
 * Puts the application over the parts and listens.
 * @throws OperatorError when the port can not be had
 */
export async function startServer(parts: Parts, now: () => number = Date.now): Promise<Server> {
  const { config, log, metadata } = parts;
  const users = createUsers(metadata.db, now);
  const passwords = createPasswords();
  const sessions = createSessions({ store: createSessionStore(metadata.db), now, cacheTime: metadata.dialect === 'postgres' ? CACHE_TIME.shared : CACHE_TIME.alone });
  const apiTokens = createApiTokens(metadata.db, now);
  const shares = createShareLinks(metadata.db, now);
  const shareReader = createShareReader({ shares, directory: parts.directory, now, log });
  const servesConsole = config.role !== 'collect';
  const firstStart: FirstStart = servesConsole ? await ensureAdministrator({ users, passwords }, { username: config.adminUsername, password: config.adminPassword ?? undefined }) : { created: false };
  const importer = createImporter(parts);
  const uploads = createUploads(importer);
  const audit = createAudit(metadata.db, now);
  const avatars = createAvatars(metadata.db);
  const retention = createAuditRetention({ settings: createSettings(metadata.db), audit, now });
  const loopDelay = startLoopDelay();
  const reader = createStateReader(parts, loopDelay, now);
  const visitorData = createVisitorData({ ...parts, audit });
  const alarming = startAlarms(parts, now);
  const handlers = routesOf(
    { ...parts, reader, visitorData, alarming },
    { uploads, apiTokens, shares, shareReader, users, roles: createRoles(metadata.db), passwords, sessions, invitations: createInvitations(metadata.db, now), factors: createSecondFactors(metadata.db, now), avatars, attempts: createAttempts(metadata.db, subscriber, now), audit, retention },
    now,
  );
  const sweeping = setInterval(() => void sweep(retention, log), SWEEP_EVERY).unref();
  if (servesConsole) await sweep(retention, log);
  else clearInterval(sweeping);
  const app = await buildApp({
    endpoints, handlers, sessions: withShares(withTokens({ sessions, tokens: apiTokens, now, log }), shareReader), avatars,
    onDownload: ({ user, address, file }) => audit.record({ user, address, action: 'data.download', target: file.filename, details: { rows: file.rows } }),
    waysIn: parts.waysIn,
    direct: { beacons: parts.beacons, events: parts.eventRequests },
    role: config.role,
    health: () => reader.health(),
    metricsToken: config.metricsToken,
    metrics: () => reader.metrics(),
    consoleFolder: config.files.console,
    trackerFile: config.files.tracker,
    version: config.version,
    log,
    trustProxy: config.trustProxy,
    rate: createAddressRate({ ...API_RATE, now }),
  });
  await new Promise<void>((resolve, reject) => {
    app.server.once('error', (error) => reject(listenFailure(error, config)));
    app.server.listen(config.port, config.host, resolve);
  });
  const snapshots = createSnapshots(parts, now);
  const answers = new Map<string, (given: URLSearchParams) => Promise<unknown>>([
    [
      SNAPSHOT_PATH,
      async () => {
        await audit.record({ user: null, address: '', action: 'backup.take', target: '', details: { by: 'command line' } });
        return snapshots.take();
      },
    ],
    [VISITOR_PATH, (given) => answerVisitor(given, { visitorData, directory: parts.directory, audit })],
    [STATE_PATH, (given) => examined(parts, given.getAll('zone'))],
  ]);
  const mover = createMover(parts, audit);
  let onMoved: (stores: Stores) => void = () => undefined;
  const moved = new Promise<Stores>((resolve) => {
    onMoved = resolve;
  });
  const tasks: Tasks = new Map([
    [
      MOVE_PATH,
      async (given, progress, signal) => {
        const done = await answerMove(given, mover, { progress, signal, now });
        // Behind the answer, which this process still has to give.
        if (done.changed) setTimeout(() => onMoved(done.stores), ANSWERED_AFTER);
        return done;
      },
    ],
  ]);
  const control = await startControl(controlSocket(config.dataFolder), { importer: auditedImporter(importer, { audit, directory: parts.directory }), answers, tasks }, log);
  return {
    address: app.server.address() as AddressInfo,
    firstStart,
    moved,
    async close(graceMs) {
      clearInterval(sweeping);
      loopDelay.stop();
      await control.close();
      await uploads.close();
      await alarming.watch.stop();
      await alarming.reportJob.stop();
      await app.close(graceMs);
    },
  };
}
