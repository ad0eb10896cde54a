import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, GRANTABLE_ROUTES } from '@footfall/contract';
import { type Logger, pino } from 'pino';
import { readConfig } from '../../src/config.js';
import { openParts, type Parts } from '../../src/deps.js';
import { createSessions } from '../../src/http/session.js';
import { createRoles, type Roles } from '../../src/metadata/roles.js';
import { createSessionStore } from '../../src/metadata/sessions.js';
import { createUsers } from '../../src/metadata/users.js';
import { startServer } from '../../src/server.js';
import { metadataEnvironment } from '../../../../scripts/setup/postgres.mjs';

/** The site that is granted, and the one that is not: everything of the latter says so. */
export const OWN = { id: 1, name: 'Granted', domain: 'granted.example' } as const;
export const FOREIGN = { id: 2, name: 'Hidden treasury', domain: 'hidden.example' } as const;
/** What no answer to the user may hold: in names, addresses, pages, referrers, events, browsers, countries. */
export const FOREIGN_MARKS = /hidden|treasury|198\.51\.100\.|Vivaldi|hidden_sale/iu;

/** Noon of a day, UTC. */
export const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const METRICS_TOKEN = 'a-token-of-the-metrics';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const VIVALDI = `${CHROME} Vivaldi/6.9.3447.54`;
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** Somebody who visits both sites: known to one, new to the other. */
export const BOTH = { ip: '203.0.113.9', user_agent: CHROME };

const view = (id: string, at: number, url: string, more: Record<string, string>) => ({ type: 'pageview', id, timestamp: at, url, ...more });

function ownEvents(): object[] {
  const hours = [1, 2, 3, 26, 27, 50];
  return [
    ...hours.map((hour) => view(`own-${hour}`, NOW - hour * HOUR, `https://${OWN.domain}/page-${hour % 2}`, { ip: `192.0.2.${hour}`, user_agent: CHROME, referrer: 'https://www.google.com/' })),
    view('own-both', NOW - HOUR / 2, `https://${OWN.domain}/both`, BOTH),
    view('own-crawler', NOW - HOUR, `https://${OWN.domain}/crawled`, { ip: '192.0.2.200', user_agent: CRAWLER }),
    { type: 'event', id: 'own-sale', name: 'own_sale', timestamp: NOW - HOUR, ip: '192.0.2.1', user_agent: CHROME },
    view('own-refused', NOW - HOUR, 'not an address', {}),
  ];
}

function foreignEvents(): object[] {
  return [
    ...Array.from({ length: 40 }, (_, at) => view(`f-${at}`, NOW - (at + 1) * HOUR, `https://${FOREIGN.domain}/hidden-page-${at % 5}`, { ip: `198.51.100.${at}`, user_agent: VIVALDI, referrer: 'https://hidden-friend.example/' })),
    view('f-both', NOW - 40 * HOUR, `https://${FOREIGN.domain}/hidden-both`, BOTH),
    ...Array.from({ length: 5 }, (_, at) => view(`f-crawler-${at}`, NOW - at * HOUR - HOUR, `https://${FOREIGN.domain}/hidden-crawled`, { ip: '198.51.100.250', user_agent: CRAWLER })),
    ...Array.from({ length: 3 }, (_, at) => ({ type: 'event', id: `f-sale-${at}`, name: 'hidden_sale', timestamp: NOW - HOUR, ip: '198.51.100.3', user_agent: VIVALDI })),
    view('f-refused', NOW - HOUR, 'not an address', {}),
  ];
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Installation {
  readonly roles: Roles;
  readonly parts: Parts;
  readonly folder: string;
  /** Sends server events of the granted site. */
  send(events: readonly object[]): Promise<void>;
  /** Where it listens: `http://127.0.0.1:port`. */
  readonly address: string;
  readonly metricsToken: string;
  /** Whoever has signed in, and how long ago: a token. */
  signIn(username: string, ago?: number): Promise<string>;
  /** Asks as a user, in the only session that the user then has: one after the other. What only reads (`effect`) leaves that session for the next. */
  ask(username: string, endpoint: Pick<Endpoint, 'method' | 'path'> & Partial<Pick<Endpoint, 'effect'>>, input: object): Promise<Answer>;
  /** Ends it; the folder stays. */
  end(): Promise<void>;
  close(): Promise<void>;
}

async function sendEvents(parts: Parts, address: string, siteId: number, events: readonly object[]): Promise<{ accepted: number }> {
  const { key } = await parts.apiKeys.add(siteId, 'test');
  await parts.apiKeyDirectory.reload();
  const answer = await fetch(`${address}/api/v1/events`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(events) });
  return ((await answer.json()) as { data: { accepted: number } }).data;
}

async function register(parts: Parts, address: string, { name, domain }: { name: string; domain: string }, events: readonly object[]): Promise<void> {
  const site = await parts.sites.add({ name, domain, isStat: true, timeZone: null });
  await parts.directory.reload();
  const answer = await sendEvents(parts, address, site.id, events);
  if (answer.accepted !== events.length - 1) throw new Error(`${domain}: ${JSON.stringify(answer)}`);
}

/** The sites and users. */
async function fill(parts: Parts, address: string, withForeign: boolean): Promise<void> {
  await register(parts, address, OWN, ownEvents());
  if (withForeign) {
    // Refused, and counted for no site; the counts are stored with what is accepted next.
    await fetch(`${address}/api/v1/events`, { method: 'POST', headers: { authorization: 'Bearer hidden' }, body: '[]' });
    await register(parts, address, FOREIGN, foreignEvents());
  }
  await parts.flusher.drained();
  const { key } = await createRoles(parts.metadata.db).add({ name: 'One site', description: '', routes: GRANTABLE_ROUTES, allSites: false, sites: [OWN.id] });
  const { key: none } = await createRoles(parts.metadata.db).add({ name: 'Nothing', description: '', routes: [], allSites: false, sites: [] });
  const users = createUsers(parts.metadata.db, () => NOW);
  await users.create({ username: 'one', roles: [key] });
  await users.create({ username: 'nothing', roles: [none] });
}

/**
 * A whole installation with the granted site, and where `withForeign` the other one, at a clock that stands still. `one`
 * may open every screen and see the granted site; `nothing` holds a role that grants nothing; `boss` is an administrator. On a folder that has all that already, as it is there.
 */
export async function openInstallation(withForeign: boolean, filled?: string, log: Logger = pino({ level: 'silent' })): Promise<Installation> {
  const folder = filled ?? mkdtempSync(join(tmpdir(), 'footfall-grants-'));
  const now = (): number => NOW;
  const config = readConfig({ ...(await metadataEnvironment(folder)), FOOTFALL_DATA: folder, FOOTFALL_PORT: '0', FOOTFALL_HOST: '127.0.0.1', FOOTFALL_TIMEZONE: 'Asia/Shanghai', FOOTFALL_ADMIN_USERNAME: 'boss', FOOTFALL_ADMIN_PASSWORD: 'a secret one', FOOTFALL_MEMORY: '512M', FOOTFALL_TRUST_PROXY: '1', FOOTFALL_METRICS_TOKEN: METRICS_TOKEN });
  const parts = await openParts(config, log, now);
  const server = await startServer(parts, now);
  const address = `http://127.0.0.1:${server.address.port}`;
  if (filled === undefined) await fill(parts, address, withForeign);

  const roles = createRoles(parts.metadata.db);
  const users = createUsers(parts.metadata.db, now);
  const store = createSessionStore(parts.metadata.db);
  const sessions = createSessions({ store, now });
  const end = async (): Promise<void> => {
    await server.close(1_000);
    await parts.close(10_000);
  };
  /** Sessions in which nothing was asked that may have changed something. */
  const untouched = new Map<string, string>();
  async function afresh(username: string): Promise<string> {
    const user = await users.byUsername(username);
    if (!user) throw new Error(`no user ${username}`);
    // An earlier question may have changed what the user says of oneself.
    await users.edit(user.id, { nickname: username, email: '', introduction: '', preferences: { language: '', theme: '', settings: {} } });
    await store.endAllOf(user.id);
    return (await sessions.open(user.id, { address: '192.0.2.1', agent: 'test' })).token;
  }
  return {
    // A session keeps for a moment what its roles granted.
    roles: { ...roles, edit: (...given) => (untouched.clear(), roles.edit(...given)) },
    parts, folder, end,
    async send(events) {
      await sendEvents(parts, address, OWN.id, events);
    },
    address,
    metricsToken: METRICS_TOKEN,
    async signIn(username, ago = 0) {
      const user = await users.byUsername(username);
      if (!user) throw new Error(`no user ${username}`);
      return (await createSessions({ store, now: () => NOW - ago }).open(user.id, { address: '192.0.2.1', agent: 'test' })).token;
    },
    async ask(username, { method, path, effect }, input) {
      const token = untouched.get(username) ?? (await afresh(username));
      if (effect === 'reads') untouched.set(username, token);
      else untouched.delete(username);
      const query = new URLSearchParams();
      if (method !== 'POST') {
        for (const [name, value] of Object.entries(input) as [string, unknown][]) for (const item of [value].flat()) query.append(name, String(item));
      }
      const answer = await fetch(`${address}/api${path}?${query.toString()}`, {
        method,
        headers: { authorization: token, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
      });
      return { status: answer.status, body: await answer.text() };
    },
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
