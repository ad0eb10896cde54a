/**
 * Builds every part of the server and takes it down again; the only place that knows all of them.
 *
 * Order of coming up: the journal first (it takes the folder, so that a second server fails before it touches
 * anything), then the stores, then what was waiting is stored, then open sessions are brought back, and only then is
 * anything new let in. Going down is the reverse: nothing that was acknowledged depends on it.
 */
import { join } from 'node:path';
import { COLLECT_PATH, FootfallError, type NetworkOwners, PIXEL_PATH, SERVER_EVENTS_PATH } from '@footfall/contract';
import type { Logger } from 'pino';
import type { WayIn } from './app.js';
import { type Beacons, createBeacons } from './collect/beacons.js';
import { collectHandler } from './collect/handler.js';
import { createIntake, type Intake } from './collect/intake.js';
import { createLedger, type Ledger } from './collect/ledger.js';
import { pixelHandler } from './collect/pixel.js';
import { createRecentIds, rememberSegments } from './collect/recent-ids.js';
import { createRepeats } from './collect/repeats.js';
import { createRecentRefusals, type RecentRefusals } from './collect/recent-refusals.js';
import { createEventIds } from './collect/server-events/event-ids.js';
import { serverEventsHandler } from './collect/server-events/handler.js';
import { createEventRequests, type EventRequests } from './collect/server-events/requests.js';
import { createSeenIds, type SeenIds } from './collect/server-events/seen-ids.js';
import { startCrawlerCheck } from './crawler-check.js';
import { CrawlerFileError, openCrawlerRanges } from './crawler-files.js';
import { type DataFolders, prepareDataFolder } from './data-folder.js';
import type { Config } from './config.js';
import type { EarlyStart } from './early-start.js';
import { DEFAULT_SPIDER_RULES } from './enrich/data/default-spider-rules.js';
import { createEnricher, type Enricher } from './enrich/enrich.js';
import type { Geo } from './enrich/geo.js';
import { GeoFileError, openGeo } from './enrich/geo-files.js';
import { openNetworkOwners } from './enrich/network-owners.js';
import { createSessions, SESSION_GAP_MS } from './enrich/sessions.js';
import { createSpiderClassifier } from './enrich/spider-classifier.js';
import { deadLetterFolder } from './flush/dead-letters.js';
import { type KeptLetters, keptLetters } from './flush/kept-letters.js';
import { createFlusher, type Flusher } from './flush/flusher.js';
import { FolderInUse, lockFolder } from './folder-lock.js';
import { type Housekeeping, startHousekeeping } from './housekeeping.js';
import { startRollUps } from './roll-up-job.js';
import type { Journal } from './journal/journal.js';
import { openJournal } from './journal/open-journal.js';
import { createApiKeyDirectory, type ApiKeyDirectory } from './metadata/api-key-directory.js';
import { createApiKeys, type ApiKeys } from './metadata/api-keys.js';
import { createCrawlerHosts } from './metadata/crawler-hosts.js';
import { type Metadata, openMetadata } from './metadata/database.js';
import { createSettings } from './metadata/settings.js';
import { createSiteDirectory, type SiteDirectory } from './metadata/site-directory.js';
import { createSites, type Sites } from './metadata/sites.js';
import { createSpiderRuns, type SpiderRuns } from './metadata/spider-runs.js';
import { createSpiders, type Spiders } from './metadata/spiders.js';
import { watchMetadata } from './metadata/watch.js';
import { finishMove } from './move/finish.js';
import { OperatorError, unreachable } from './operator-error.js';
import { openPresence, type Presence } from './presence.js';
import { createAddressRate, createRate } from './rates.js';
import type { CrawlerRanges } from './questions/crawler-ranges.js';
import { createZones } from './questions/zone.js';
import { openSessionRepair, type SessionRepair } from './session-repair/session-repair.js';
import { createSpiderHistory, type SpiderHistory } from './spider-history/spider-history.js';
import { startWarehouse } from './start-warehouse.js';
import { readStores } from './stores-file.js';
import type { Warehouse } from './warehouse/client.js';
import { EngineStartError } from './warehouse/supervisor.js';

/** Milliseconds that a start waits for what an earlier process left to be stored; the rest is stored while serving. */
const CATCH_UP = 20_000;
/** How far back a view is recognised that is sent again after a restart: as far as RecentIds remembers. */
const RETRIED_WITHIN = 10 * 60_000;

/** Seconds of its rate that may come at once: people behind one address open many pages together, a site has its rush. */
const ADDRESS_BURST = 20;
const SITE_BURST = 10;

export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly folders: DataFolders;
  readonly metadata: Metadata;
  readonly sites: Sites;
  readonly directory: SiteDirectory;
  readonly spiders: Spiders;
  readonly spiderRuns: SpiderRuns;
  readonly spiderHistory: SpiderHistory;
  readonly warehouse: Warehouse;
  readonly journal: Journal;
  readonly flusher: Flusher;
  readonly geo: Geo;
  /** From where crawlers come, as it is known now. */
  readonly crawlers: () => CrawlerRanges;
  readonly networkOwner: NetworkOwners;
  readonly enricher: Enricher;
  readonly ledger: Ledger;
  readonly sessionRepair: SessionRepair;
  readonly intake: Intake;
  readonly apiKeys: ApiKeys;
  readonly apiKeyDirectory: ApiKeyDirectory;
  readonly refusals: RecentRefusals;
  readonly housekeeping: Housekeeping;
  readonly letters: KeptLetters;
  /** This process among those of the installation. */
  readonly presence: Presence;
  /** By path. */
  readonly waysIn: ReadonlyMap<string, WayIn>;
  readonly beacons: Beacons;
  readonly eventRequests: EventRequests;
  /** Takes everything down; what waits in the journal is stored first, within the given milliseconds. */
  close(drainMs: number): Promise<void>;
  /** Ends the store at once, while everything is taken down and it does not answer: what waits for it fails, and is done after the next start. */
  cutStore(): void;
}

/**
 * Opens everything.
 * @param early what was begun before, if anything; it is ended with the rest
 * @throws OperatorError when the folder is in use or can not be written, or the engine does not start
 */
export async function openParts(config: Config, log: Logger, now: () => number = Date.now, early: EarlyStart | null = null): Promise<Parts> {
  const folders = prepareDataFolder(config);
  const undo: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  const begun = config.clickhouseUrls.length === 0 ? (early?.take(config.dataFolder) ?? null) : null;
  if (begun !== null) undo.push(() => begun.supervisor.stop());
  try {
    const ledger = createLedger();
    const journal = await openJournal({ folder: folders.journal, log, now, lock: begun === null ? lockFolder : () => begun.lock, limits: { budget: config.journal }, beforeCommit: () => ledger.take() });
    undo.push(() => journal.close());

    const metadata = await openMetadata(folders.metadata, { now, onLost: (error) => log.warn({ err: error }, 'metadata: lost a connection') });
    undo.push(() => metadata.close());
    const sites = createSites(metadata.db, now);
    const directory = await createSiteDirectory(sites, config.timeZone);
    const settings = createSettings(metadata.db);
    const installation = await settings.installationId();
    const spiders = createSpiders(metadata.db, now);
    await spiders.seedDefaults(DEFAULT_SPIDER_RULES);

    const apiKeys = createApiKeys(metadata.db, now);
    const apiKeyDirectory = await createApiKeyDirectory(apiKeys, now, (error) => log.warn({ err: error }, 'metadata: could not note the use of an API key'));

    // Read while the store starts; a failure is met where it is waited for.
    const places = openGeo(join(config.dataFolder, 'geo'));
    places.catch(() => undefined);
    const { warehouse, stop: stopWarehouse, cut: cutStore } = await startWarehouse({ config, folders, log, now, metadata, begun });
    undo.push(stopWarehouse);
    await finishMove({ moved: readStores(config.dataFolder), installation, metadata, warehouse });

    const sessions = createSessions();
    const sessionRepair = await openSessionRepair({ store: warehouse, journal, marks: settings, sessions, log });

    const recent = createRecentIds(now);
    await rememberSegments(recent, journal.sealed());
    // Only where nobody else writes into the store can it be told without asking that an id was never there.
    const seen = config.clickhouseUrls.length === 0 ? createSeenIds() : null;
    const eventIds = createEventIds({ seen, known: (siteId, ids) => warehouse.knownEventIds(siteId, ids), marks: () => journal.marks() });
    await eventIds.remember(journal.sealed());
    void loadSeen(seen, warehouse, log);
    const flusher = createFlusher({ journal, store: warehouse, log, now, folder: folders.journal });
    flusher.start();
    undo.push(() => flusher.stop());
    await within(CATCH_UP, flusher.drained(), () => log.warn('the store does not take what is waiting; going on without'));

    /* A process before this one may have stored a view whose sender never heard so, and ended twice since. */
    for (const id of await warehouse.recentIds(now() - RETRIED_WITHIN, 100_000)) recent.remember(id);

    sessions.restore(await warehouse.recentSessions(now() - SESSION_GAP_MS));
    sessionRepair.start();
    undo.push(() => sessionRepair.stop());
    const geo = await places;
    const networkOwner = await openNetworkOwners(join(config.dataFolder, 'geo'), geo);
    const crawlerCheck = await startCrawlerCheck({
      ranges: openCrawlerRanges(join(config.dataFolder, 'crawlers'), log, now),
      hosts: createCrawlerHosts(metadata.db, now), store: warehouse, sites: () => directory.all(), servers: config.crawlerDns, log, now,
    });
    undo.push(() => crawlerCheck.stop());
    const enricher = createEnricher({ geo, spiders: createSpiderClassifier(await spiders.all()), sessions });
    if (metadata.dialect === 'postgres') {
      const watch = await watchMetadata(
        metadata.db,
        async (held) => {
          if (held.has('sites')) await directory.reload();
          if (held.has('sites') || held.has('keys')) await apiKeyDirectory.reload();
          if (held.has('spiders')) enricher.useRules(await spiders.all());
        },
        (error) => log.warn({ err: error }, 'metadata: what other processes change is not seen for now'),
      );
      undo.push(() => watch.stop());
    }
    const spiderRuns = createSpiderRuns(metadata.db, now);
    const spiderHistory = createSpiderHistory({ runs: spiderRuns, rules: spiders, moves: warehouse.moves, sessionRepair, stored: () => flusher.drained(), owner: journal.installation, log, now });
    spiderHistory.start();
    undo.push(() => spiderHistory.stop());
    const intake = createIntake({ enricher, repeats: createRepeats({ sessions, revision: () => enricher.revision() }), journal, ledger, log });
    const { trustProxy } = config;
    const refusals = createRecentRefusals(now);
    const rates = {
      address: createAddressRate({ perSecond: config.rates.address, burst: config.rates.address * ADDRESS_BURST, now }),
      site: createRate({ perSecond: config.rates.site, burst: config.rates.site * SITE_BURST, now }),
    };
    const beacons = createBeacons({ directory, intake, ledger, recent, refusals, rates, trustProxy, now, log });
    const eventRequests = createEventRequests({
      intake, ledger, eventIds, now, log,
      byHost: (host) => directory.byHost(host),
      classify: (agent) => enricher.classify(agent),
      siteOfKey: (key) => directory.byId(apiKeyDirectory.siteOf(key) ?? 0),
    });
    const waysIn = new Map<string, WayIn>([
      [COLLECT_PATH, collectHandler(beacons)],
      [PIXEL_PATH, pixelHandler({ directory, intake, ledger, refusals, rates, trustProxy, now, log })],
      [SERVER_EVENTS_PATH, serverEventsHandler(eventRequests)],
    ]);

    const letters = keptLetters(deadLetterFolder(folders.journal));
    const zones = createZones();
    const housekeeping = startHousekeeping({ sites, directory, warehouse, letters, drained: () => flusher.drained(), zones, now, log });
    undo.push(() => housekeeping.stop());
    undo.push(startRollUps(warehouse, { zoneOf: (siteId) => zones(directory.byId(siteId)?.timeZone ?? config.timeZone), now, log }));

    const presence = await openPresence(config, { metadata, journal, flusher, log }, now);
    undo.push(() => presence.stop());

    return {
      presence, refusals, housekeeping, letters, spiders, spiderRuns, spiderHistory,
      config, log, folders, metadata, sites, directory, warehouse, journal, flusher, geo, crawlers: crawlerCheck.ranges, networkOwner, enricher, ledger, intake, sessionRepair, apiKeys, apiKeyDirectory, waysIn, beacons, eventRequests,
      cutStore,
      async close(drainMs) {
        await within(drainMs, flusher.drained(), () => log.warn('not all is stored yet; it waits in the journal for the next start'));
        // Whoever waits for the rest would be waited for.
        await flusher.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    if (error instanceof FootfallError && error.errorName === 'metadata.unavailable') throw unreachable(error);
    if (error instanceof FolderInUse || error instanceof EngineStartError || error instanceof GeoFileError || error instanceof CrawlerFileError) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

/** Beside everything else: until it is done the store is asked about each id. Never rejects. */
async function loadSeen(seen: SeenIds | null, warehouse: Warehouse, log: Logger): Promise<void> {
  try {
    await seen?.load(await warehouse.allEventIds());
  } catch (error) {
    log.warn({ err: error }, 'server events: the known ids could not be read; the store is asked about each until the next start');
  }
}

/** Waits for a promise at most so long; a failure counts as not in time. */
async function within(ms: number, work: Promise<void>, late: () => void): Promise<void> {
  const timeout = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), ms).unref();
  });
  const outcome = await Promise.race([work.then(() => 'done' as const, () => 'late' as const), timeout]);
  if (outcome === 'late') late();
}
