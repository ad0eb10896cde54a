import { isIP } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readStores, type Stores, STORES_FILE } from './stores-file.js';

/** What a process serves: the ways in (`collect`), everything else (`console`), or both. */
export type Role = 'all' | 'collect' | 'console';

/** Everything the process is told from outside, read once. Source: DEFINITIONS, "Environment". */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** IANA zone in which figures over several sites are cut, and the default of a new site. */
  readonly timeZone: string;
  /** Where browsers reach this server, without trailing slash; '' when it is to be told from the request. */
  readonly publicUrl: string;
  readonly adminUsername: string;
  readonly adminPassword: string | null;
  /** How many proxies to believe, which ones (addresses), or all. */
  readonly trustProxy: boolean | number | string[];
  readonly clickhouseUrls: readonly string[];
  readonly clickhouseCluster: string | null;
  readonly postgresUrl: string | null;
  /** Who knows it may read /metrics; null: nobody may. */
  readonly metricsToken: string | null;
  readonly logLevel: string;
  /** Who is asked for the hosts of crawlers' addresses; [] for whom the system asks, null for nobody. */
  readonly crawlerDns: readonly string[] | null;
  /** Whether alarms may be sent to loopback and private addresses. */
  readonly alarmPrivate: boolean;
  /** Whether sitemaps may be fetched from loopback and private addresses. */
  readonly sitemapPrivate: boolean;
  /** Bytes that may wait in the journal. */
  readonly journal: number;
  /** Bytes the embedded engine may hold. */
  readonly memory: number;
  /** Beacons a second of one address, and of one site, that are taken in the long run; 0 for no limit. */
  readonly rates: { readonly address: number; readonly site: number };
  /** Said by the command, not by the environment. */
  readonly role: Role;
  readonly files: { readonly engine: string; readonly console: string; readonly tracker: string };
  readonly version: string;
}

/** Names every bad setting at once, so that one start tells all that must be mended. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[], what = 'The environment does') {
    super(`${what} not fit:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const GIB = 1024 ** 3;
const UNITS: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: GIB };

function bytes(text: string, context: z.RefinementCtx): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/iu.exec(text.trim());
  if (match === null) {
    context.addIssue({ code: 'custom', message: 'give bytes, such as 512M or 2G' });
    return z.NEVER;
  }
  return Math.floor(Number(match[1]) * (UNITS[(match[2] ?? '').toLowerCase()] ?? 1));
}

/** Half of the machine, at least 512 MiB and at most 4 GiB: a small machine keeps room for everything else. */
function defaultMemory(): number {
  return Math.floor(Math.min(4 * GIB, Math.max(GIB / 2, totalmem() / 2)));
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  return NETWORK_NAMES.includes(text) || (rest.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/u.test(bits));
}

function proxies(text: string, context: z.RefinementCtx): boolean | number | string[] {
  const value = text.trim().toLowerCase();
  if (['', '0', 'false', 'no', 'off'].includes(value)) return false;
  if (['true', 'yes', 'on'].includes(value)) return true;
  if (/^\d+$/u.test(value)) return Number(value);
  const networks = value.split(',').map((address) => address.trim());
  if (networks.every(isNetwork)) return networks;
  context.addIssue({ code: 'custom', message: `give true, a number of proxies, or addresses and networks separated by commas (also ${NETWORK_NAMES.join(', ')})` });
  return z.NEVER;
}

function servers(text: string, context: z.RefinementCtx): string[] {
  const urls = text.split(',').map((url) => url.trim()).filter(Boolean);
  if (urls.every((url) => /^https?:\/\//u.test(url) && URL.canParse(url))) return urls;
  context.addIssue({ code: 'custom', message: 'give addresses such as https://footfall:secret@clickhouse.example:8443, separated by commas' });
  return z.NEVER;
}

/** Name servers as node:dns takes them. */
function nameServers(text: string, context: z.RefinementCtx): string[] | null {
  const value = text.trim().toLowerCase();
  if (['', 'off', 'no', 'false', '0'].includes(value)) return null;
  if (['system', 'on', 'yes', 'true'].includes(value)) return [];
  const given = value.split(',').map((server) => server.trim());
  if (given.every((server) => isIP(server.replace(/^\[(.*)\](?::\d{1,5})?$/u, '$1').replace(/^([\d.]+):\d{1,5}$/u, '$1')) !== 0)) return given;
  context.addIssue({ code: 'custom', message: 'give off, system, or addresses of name servers separated by commas, such as 127.0.0.1:53' });
  return z.NEVER;
}

function yesOrNo(text: string, context: z.RefinementCtx): boolean {
  const value = text.trim().toLowerCase();
  if (['', '0', 'false', 'no', 'off'].includes(value)) return false;
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  context.addIssue({ code: 'custom', message: 'give true or false' });
  return z.NEVER;
}

const rate = (usual: number) => z.coerce.number('give a number a second, 0 for no limit').min(0, 'give a number a second, 0 for no limit').max(1_000_000).default(usual);

const environment = z.object({
  FOOTFALL_HOST: z.string().default('0.0.0.0'),
  FOOTFALL_PORT: z.coerce.number('give a port number').int().min(0).max(65_535).default(8600),
  FOOTFALL_DATA: z.string().default('./data'),
  FOOTFALL_TIMEZONE: z.string().default('').refine((zone) => zone === '' || isZone(zone), 'give an IANA zone such as Asia/Shanghai'),
  FOOTFALL_PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/u, error: 'give an address such as https://stats.example.com' })]).default(''),
  FOOTFALL_ADMIN_USERNAME: z.string().trim().min(1).default('admin'),
  FOOTFALL_ADMIN_PASSWORD: z.union([z.literal(''), z.string().min(6, 'give at least 6 characters')]).default(''),
  FOOTFALL_TRUST_PROXY: z.string().default('').transform(proxies),
  FOOTFALL_CLICKHOUSE_URL: z.string().default('').transform(servers),
  FOOTFALL_CLICKHOUSE_CLUSTER: z.string().default(''),
  FOOTFALL_POSTGRES_URL: z.string().default('').refine((url) => url === '' || (/^postgres(?:ql)?:\/\//u.test(url) && URL.canParse(url)), 'give an address such as postgres://footfall:secret@db.example/footfall'),
  FOOTFALL_METRICS_TOKEN: z.union([z.literal(''), z.string().regex(/^[\x21-\x7e]{16,}$/u, 'give at least 16 characters without spaces, such as 32 random hexadecimal digits')]).default(''),
  FOOTFALL_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  FOOTFALL_CRAWLER_DNS: z.string().default('').transform(nameServers),
  FOOTFALL_ALARM_PRIVATE: z.string().default('').transform(yesOrNo),
  FOOTFALL_SITEMAP_PRIVATE: z.string().default('').transform(yesOrNo),
  FOOTFALL_ADDRESS_RATE: rate(50),
  FOOTFALL_SITE_RATE: rate(5_000),
  FOOTFALL_JOURNAL: z.string().default('4G').transform(bytes).pipe(z.number().min(GIB / 4, 'give at least 256M')),
  FOOTFALL_MEMORY: z.string().transform((text, context) => (text === '' ? defaultMemory() : bytes(text, context))).pipe(z.number().min(GIB / 4, 'give at least 256M')).optional(),
});

/**
 * Reads the environment.
 * @throws ConfigError naming every setting that does not fit.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, workingFolder: string = process.cwd()): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('FOOTFALL_')));
  const result = environment.safeParse(present);
  if (!result.success) throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const e = result.data;
  const dataFolder = resolve(workingFolder, e.FOOTFALL_DATA);
  const moved = movedStores(dataFolder);
  const packages = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
  return Object.freeze({
    host: e.FOOTFALL_HOST,
    port: e.FOOTFALL_PORT,
    dataFolder,
    timeZone: e.FOOTFALL_TIMEZONE || new Intl.DateTimeFormat().resolvedOptions().timeZone,
    publicUrl: e.FOOTFALL_PUBLIC_URL.replace(/\/+$/u, ''),
    adminUsername: e.FOOTFALL_ADMIN_USERNAME,
    adminPassword: e.FOOTFALL_ADMIN_PASSWORD || null,
    trustProxy: e.FOOTFALL_TRUST_PROXY,
    ...storesOf(e, moved),
    metricsToken: e.FOOTFALL_METRICS_TOKEN || null,
    logLevel: e.FOOTFALL_LOG_LEVEL,
    crawlerDns: e.FOOTFALL_CRAWLER_DNS,
    alarmPrivate: e.FOOTFALL_ALARM_PRIVATE,
    sitemapPrivate: e.FOOTFALL_SITEMAP_PRIVATE,
    journal: e.FOOTFALL_JOURNAL,
    memory: e.FOOTFALL_MEMORY ?? defaultMemory(),
    rates: { address: e.FOOTFALL_ADDRESS_RATE, site: e.FOOTFALL_SITE_RATE },
    role: 'all',
    files: {
      engine: resolve(packages, 'engine/dist/main.js'),
      console: resolve(packages, 'console/dist'),
      tracker: resolve(packages, 'tracker/dist/t.js'),
    },
    version: VERSION,
  });
}

/** What "footfall move" left in the data folder. @throws ConfigError where it can not be read */
function movedStores(dataFolder: string): Stores {
  try {
    return readStores(dataFolder);
  } catch (error) {
    throw new ConfigError([`${join(dataFolder, STORES_FILE)} says where the stores were moved to, and can not be read (${error instanceof Error ? error.message : String(error)}): correct it, or set FOOTFALL_CLICKHOUSE_URL and FOOTFALL_POSTGRES_URL and remove it`]);
  }
}

type StoreSettings = Pick<z.infer<typeof environment>, 'FOOTFALL_CLICKHOUSE_URL' | 'FOOTFALL_CLICKHOUSE_CLUSTER' | 'FOOTFALL_POSTGRES_URL'>;

/** The environment's, and those that the installation was moved to where it says nothing. */
function storesOf(given: StoreSettings, moved: Stores): Stores {
  const isGiven = given.FOOTFALL_CLICKHOUSE_URL.length > 0;
  return {
    clickhouseUrls: isGiven ? given.FOOTFALL_CLICKHOUSE_URL : moved.clickhouseUrls,
    clickhouseCluster: given.FOOTFALL_CLICKHOUSE_CLUSTER || (isGiven ? null : moved.clickhouseCluster),
    postgresUrl: given.FOOTFALL_POSTGRES_URL || moved.postgresUrl,
  };
}

/** Addresses that a command is told, read as the settings of the same names are; '' for none. @throws ConfigError */
export function readStoreWords(words: { readonly clickhouse: string; readonly cluster: string; readonly postgres: string }): Stores {
  const result = environment.pick({ FOOTFALL_CLICKHOUSE_URL: true, FOOTFALL_CLICKHOUSE_CLUSTER: true, FOOTFALL_POSTGRES_URL: true })
    .safeParse({ FOOTFALL_CLICKHOUSE_URL: words.clickhouse, FOOTFALL_CLICKHOUSE_CLUSTER: words.cluster, FOOTFALL_POSTGRES_URL: words.postgres });
  if (!result.success) throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.') === 'FOOTFALL_POSTGRES_URL' ? '--postgres' : '--to'}: ${message}`), 'The addresses do');
  return storesOf(result.data, { clickhouseUrls: [], clickhouseCluster: null, postgresUrl: null });
}

/** As `readConfig`, with other defaults: what the environment says still wins. */
export function readConfigWith(defaults: Readonly<Record<string, string>>): Config {
  return readConfig({ ...defaults, ...process.env });
}

/** Held to package.json by a test. */
export const VERSION = '0.1.0';
