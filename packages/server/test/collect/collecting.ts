import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVER_EVENTS_PATH } from '@footfall/contract';
import { type CollectRates, createBeacons } from '../../src/collect/beacons.js';
import type { TrustProxy } from '../../src/collect/client-address.js';
import { attachDirect, type Direct } from '../../src/collect/direct/attach.js';
import { collectHandler } from '../../src/collect/handler.js';
import { serverEventsHandler } from '../../src/collect/server-events/handler.js';
import { createEventIds } from '../../src/collect/server-events/event-ids.js';
import { createEventRequests } from '../../src/collect/server-events/requests.js';
import { createIntake } from '../../src/collect/intake.js';
import { createLedger, type Ledger } from '../../src/collect/ledger.js';
import { createRecentIds } from '../../src/collect/recent-ids.js';
import { createRecentRefusals } from '../../src/collect/recent-refusals.js';
import type { JournalRow } from '../../src/journal/row.js';
import type { RowBlock } from '../../src/journal/row-block.js';
import { rememberingLog } from '../journal/opened.js';
import { rowsOf } from '../journal/rows-of.js';
import { DIRECTORY, enricher, PAUSED, SHOP } from './arriving.js';

export const UNLIMITED = { take: () => true };

export interface CollectingOptions {
  readonly direct?: boolean;
  readonly now?: () => number;
  readonly trustProxy?: TrustProxy;
  readonly rates?: CollectRates;
  readonly server?: http.ServerOptions;
  /** Milliseconds between two looks for quiet connections. */
  readonly lookEvery?: number;
}

/** A server that takes nothing but beacons and batches of server events (keys `ffk_shop` and `ffk_paused`), with a journal that only remembers. */
export interface Collecting {
  readonly server: http.Server;
  readonly direct: Direct | null;
  readonly origin: string;
  readonly port: number;
  readonly ledger: Ledger;
  readonly appended: JournalRow[];
  /** What node:http was given to answer. */
  readonly byNode: string[];
  /** What the journal answers an append with. */
  commit: () => Promise<void>;
  close(): Promise<void>;
}

export async function listenToBeacons({ direct = true, now = Date.now, trustProxy = false, rates = { address: UNLIMITED, site: UNLIMITED }, server: serverOptions = {}, lookEvery = 5_000 }: CollectingOptions): Promise<Collecting> {
  const { log } = rememberingLog();
  const ledger = createLedger();
  const appended: JournalRow[] = [];
  const byNode: string[] = [];
  const journal = { append: (rows: RowBlock) => (appended.push(...rowsOf(rows)), collecting.commit()) };
  const intake = createIntake({ enricher, journal, ledger, log });
  const events = createEventRequests({
    intake, ledger, log, now,
    eventIds: createEventIds({ seen: null, marks: () => ({ newest: 1, oldest: 1 }), known: async () => new Set<string>() }),
    byHost: DIRECTORY.byHost,
    classify: () => null,
    siteOfKey: (key) => (key === 'ffk_shop' ? SHOP : key === 'ffk_paused' ? PAUSED : undefined),
  });
  const beacons = createBeacons({ directory: DIRECTORY, intake, ledger, recent: createRecentIds(now), refusals: createRecentRefusals(now), rates, trustProxy, now, log });
  const [toCollect, toEvents] = [collectHandler(beacons), serverEventsHandler(events)];
  const server = http.createServer({ requestTimeout: 500, connectionsCheckingInterval: 100, ...serverOptions }, (request, response) => {
    byNode.push(`${request.method ?? ''} ${request.url ?? ''}`);
    (request.url === SERVER_EVENTS_PATH ? toEvents : toCollect)(request, response);
  });
  const attached = direct ? attachDirect(server, { beacons, events, now: Date.now, log, lookEvery }) : null;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const collecting: Collecting = {
    server, direct: attached, port, ledger, appended, byNode,
    origin: `http://127.0.0.1:${String(port)}`,
    commit: () => Promise.resolve(),
    async close() {
      attached?.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collecting;
}
