/** What a site leaves out of its records and how long it keeps them, as it is stored and as the way in asks. */
import { isIP } from 'node:net';
import type { RefusalReason } from '@footfall/contract';
import { z } from 'zod';
import { ipv6Groups, networksOf } from './networks.js';
import type { SiteTable } from './schema.js';
import { parseWildcard, type Wildcard } from './wildcard.js';

export interface SiteRules {
  /** Canonical: see `parseNetwork`. */
  readonly excludedAddresses: readonly string[];
  /** See `parsePath`. */
  readonly excludedPaths: readonly string[];
  /** Names of query parameters, `*` for anything, lower case. */
  readonly excludedParameters: readonly string[];
  /** Whole days of the site's zone before today that are kept; 0: for ever. */
  readonly retentionDays: number;
  /** Whether addresses lose their last octet (IPv4) or last 80 bits (IPv6) before anything is stored. */
  readonly maskAddresses: boolean;
}

export const NO_RULES: SiteRules = { excludedAddresses: [], excludedPaths: [], excludedParameters: [], retentionDays: 0, maskAddresses: false };

type RuleColumns = Pick<SiteTable, 'excluded_addresses' | 'excluded_paths' | 'excluded_parameters' | 'retention_days' | 'mask_addresses'>;

const texts = z.array(z.string());
const listOf = (stored: string): string[] => texts.parse(JSON.parse(stored));

/** The rules of a row. */
export function rulesOf(row: RuleColumns): SiteRules {
  return {
    excludedAddresses: listOf(row.excluded_addresses),
    excludedPaths: listOf(row.excluded_paths),
    excludedParameters: listOf(row.excluded_parameters),
    retentionDays: row.retention_days,
    maskAddresses: row.mask_addresses !== 0,
  };
}

/** The rules as columns. */
export function ruleColumns(rules: SiteRules): RuleColumns {
  return {
    excluded_addresses: JSON.stringify(rules.excludedAddresses),
    excluded_paths: JSON.stringify(rules.excludedPaths),
    excluded_parameters: JSON.stringify(rules.excludedParameters),
    retention_days: rules.retentionDays,
    mask_addresses: rules.maskAddresses ? 1 : 0,
  };
}

const canonicalV6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/**
 * An address or network as an operator types it (`192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`), with its prefix and the form of
 * the address that the way in compares.
 * @returns undefined when it is neither
 */
export function parseNetwork(typed: string): string | undefined {
  const [address = '', prefix, more] = typed.trim().split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more !== undefined) return undefined;
  const most = family === 4 ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/u.test(prefix)) return undefined;
  const bits = prefix === undefined ? most : Number(prefix);
  if (bits > most) return undefined;
  return `${family === 4 ? address : canonicalV6(address)}/${bits}`;
}

/**
 * A path as an operator types it: it begins with `/` or `*`, `*` stands for anything, and it is compared with the whole path of a
 * page, percent-encoded as browsers send it. A pasted address is reduced to its path.
 * @returns undefined when it is none
 */
export function parsePath(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (/[?#\s]/u.test(trimmed) || !trimmed.isWellFormed()) return undefined;
  if (/^https?:\/\//iu.test(trimmed)) return URL.canParse(trimmed) ? new URL(trimmed).pathname : undefined;
  if (!trimmed.startsWith('/') && !trimmed.startsWith('*')) return undefined;
  // Leading stars are put aside: an address has none in front of its path.
  const stars = /^\**/u.exec(trimmed)?.[0] ?? '';
  const rest = trimmed.slice(stars.length);
  if (rest === '') return '*';
  const slash = rest.startsWith('/');
  const path = new URL(`http://a${slash ? '' : '/'}${rest}`).pathname;
  return `${stars === '' ? '' : '*'}${slash ? path : path.slice(1)}`.replaceAll(/\*+/gu, '*');
}

/** The name of a query parameter, `*` for anything. @returns undefined when it is none */
export function parseParameter(typed: string): string | undefined {
  const name = typed.trim().toLowerCase().replaceAll(/\*+/gu, '*');
  return name === '' || name === '*' || /[\s&=#?]/u.test(name) || !name.isWellFormed() ? undefined : name;
}

/** The rules as the way in asks; each is absent where the site sets none, so that it costs nothing there. */
export interface CompiledRules {
  /**
   * Why a request is not taken.
   * @param ip canonical, '' when there is none
   * @param at when it happened, milliseconds UTC, as is `now`
   */
  readonly refuses?: (ip: string, url: string, at: number, now: number) => RefusalReason | undefined;
  /** A url without the excluded parameters. */
  readonly cleanUrl?: (url: string) => string;
  /** An address without its last part. */
  readonly maskAddress?: (ip: string) => string;
}

/** Makes the rules ready, once for every change of a site. */
export function compileRules(rules: SiteRules): CompiledRules {
  const { excludedAddresses, excludedPaths, excludedParameters, retentionDays, maskAddresses } = rules;
  const compiled: { -readonly [K in keyof CompiledRules]: CompiledRules[K] } = {};
  if (excludedAddresses.length > 0 || excludedPaths.length > 0 || retentionDays > 0) {
    const listed = excludedAddresses.length === 0 ? undefined : networksOf(excludedAddresses);
    const paths = excludedPaths.map((path) => parseWildcard(path));
    compiled.refuses = (ip, url, at, now) => {
      if (listed?.(ip) === true) return 'excluded_address';
      if (paths.length > 0 && matchesPath(paths, url)) return 'excluded_path';
      return retentionDays > 0 && at < now - retentionDays * DAY - LONGEST_DAY ? 'expired' : undefined;
    };
  }
  if (excludedParameters.length > 0) {
    const names = excludedParameters.map((name) => parseWildcard(name));
    compiled.cleanUrl = (url) => withoutParameters(url, names);
  }
  if (maskAddresses) compiled.maskAddress = masked;
  return compiled;
}

const DAY = 86_400_000;
/** What is younger than this beyond the days kept may still be of the first day that is kept, whatever the zone and its changes. */
const LONGEST_DAY = 26 * 3_600_000;

function matchesPath(paths: readonly Wildcard[], url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  return paths.some((matches) => matches(pathname));
}

/** What remains is kept to the letter and in its order; without any parameter left, the `?` goes too. */
function withoutParameters(url: string, names: readonly Wildcard[]): string {
  const question = url.indexOf('?');
  const hash = url.indexOf('#');
  if (question === -1 || (hash !== -1 && hash < question)) return url;
  const parameters = url.slice(question + 1, hash === -1 ? undefined : hash).split('&');
  const kept = parameters.filter((parameter) => {
    const name = decoded(parameter.split('=', 1)[0] ?? '').toLowerCase();
    return !names.some((matches) => matches(name));
  });
  if (kept.length === parameters.length) return url;
  const rest = kept.join('&');
  return url.slice(0, question) + (rest === '' ? '' : `?${rest}`) + (hash === -1 ? '' : url.slice(hash));
}

function decoded(name: string): string {
  const spaced = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    if (error instanceof URIError) return spaced;
    throw error;
  }
}

/** Groups of an IPv6 address that stay: 48 bits. */
const KEPT_GROUPS = 3;

/** A canonical address without what tells one household from the next; anything else gives ''. */
function masked(ip: string): string {
  const family = isIP(ip);
  if (family === 4) return `${ip.slice(0, ip.lastIndexOf('.'))}.0`;
  if (family !== 6) return '';
  return canonicalV6(`${ipv6Groups(ip).slice(0, KEPT_GROUPS).join(':')}::`);
}
