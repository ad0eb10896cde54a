import type { endpoints, Parsed } from '@footfall/contract';
import { type FieldProblem, invalid } from './input.js';
import { type SiteRules, parseNetwork, parseParameter, parsePath } from '../metadata/site-rules.js';
import { parseTimeZone } from '../metadata/time-zone.js';

type Given = Omit<Parsed<typeof endpoints.websites.edit>, 'id'>;

/** An operator's zone as it is stored: null for '', which follows the installation's. @throws FootfallError `request.invalid` */
export function zoneGiven(typed: string): string | null {
  if (typed.trim() === '') return null;
  const zone = parseTimeZone(typed.trim());
  if (zone === undefined) throw invalid([{ path: 'time_zone', message: 'not an IANA time zone such as Asia/Shanghai' }]);
  return zone;
}

/** @throws FootfallError `request.invalid` */
export function nameGiven(name: string): string {
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) throw invalid([{ path: 'name', message: 'must not hold control characters' }]);
  return name;
}

/** The aliases that are not blank. */
export function aliasesGiven(typed: readonly string[]): string[] {
  return typed.map((alias) => alias.trim()).filter((alias) => alias !== '');
}

/**
 * The rules that were given, over those that were, in canonical form, each once; blank lines are left out.
 * @throws FootfallError `request.invalid`, naming each entry that can not be read
 */
export function rulesGiven(before: SiteRules, given: Given): SiteRules {
  const problems: FieldProblem[] = [];
  const listed = (field: 'excluded_addresses' | 'excluded_paths' | 'excluded_parameters', was: readonly string[], parse: (typed: string) => string | undefined, message: string): readonly string[] => {
    const typed = given[field];
    if (typed === undefined) return was;
    const list = new Set<string>();
    for (const [at, one] of typed.entries()) {
      if (one.trim() === '') continue;
      const parsed = parse(one);
      if (parsed === undefined) problems.push({ path: `${field}.${at}`, message: `${one.trim().slice(0, 60)}: ${message}` });
      else list.add(parsed);
    }
    return [...list];
  };
  const rules: SiteRules = {
    excludedAddresses: listed('excluded_addresses', before.excludedAddresses, parseNetwork, 'not an address or a network such as 192.0.2.0/24 or 2001:db8::/32'),
    excludedPaths: listed('excluded_paths', before.excludedPaths, parsePath, 'not a path such as /admin/*'),
    excludedParameters: listed('excluded_parameters', before.excludedParameters, parseParameter, 'not the name of a query parameter such as session or utm_*'),
    retentionDays: given.retention_days ?? before.retentionDays,
    maskAddresses: given.address_mask === undefined ? before.maskAddresses : given.address_mask === 'partial',
  };
  if (problems.length > 0) throw invalid(problems);
  return rules;
}
