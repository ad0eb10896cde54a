/** What is known of a visitor: the facts of the newest visit, and all addresses, fingerprints and sites. */
import type { endpoints, Output } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileRows, compileUnion } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { grouped, listed, where } from './plan.js';
import { domainsOf, VISIT_COLUMNS, visitRowOf, type StoredRow } from './visit-rows.js';
import { type VisitorInput, visitorWhereabouts } from './visitor.js';

type VisitInfo = typeof endpoints.report.visitInfo;

const MOST = 100;
const SEEN = ['pv', 'first_at', 'last_at'] as const;
const FACTS = [
  'platform', 'device_type', 'device_vendor', 'device_model', 'cpu_cores', 'ram', 'os_name', 'os_version', 'browser_name', 'browser_version',
  'screen_resolution', 'fingerprint', 'ip', 'connection_type', 'country', 'country_code', 'user_agent',
] as const;

/** null when there is no such visitor. @throws FootfallError `request.invalid` */
export async function visitInfo(input: VisitorInput, asked: Asked): Promise<Output<VisitInfo>> {
  const { zone } = asked;
  const source = await visitorWhereabouts(input, asked);
  const { rows: newest } = await asked.run<StoredRow>(compileRows(listed(source, VISIT_COLUMNS, { limit: 1, offset: 0 }, { totals: false })));
  const [row] = newest;
  if (row === undefined) return null;
  const page = { limit: MOST, offset: 0 };
  const known = where(source, [{ column: 'fingerprint', operator: 'present', value: '' }]);
  // Each part looks an index through anew: what one site's visitor has on it is what he has altogether.
  const [site, ...others] = asked.sites;
  const only = others.length === 0 ? site : undefined;
  const { rows } = await asked.run<Row>(
    compileUnion([
      grouped(source, [...SEEN, 'sessions', 'distinct(ip)', 'distinct(fingerprint)']),
      grouped(source, [...SEEN, 'country_code'], { keys: ['ip'], order: 'pv', page }),
      grouped(known, [...SEEN, 'device_type', 'os_name', 'browser_name'], { keys: ['fingerprint'], order: 'pv', page }),
      ...(only === undefined ? [grouped(source, SEEN, { keys: ['site_id'], order: 'pv' })] : []),
    ]),
  );
  const of = (part: number): Row[] => rows.filter((one) => countIn(one, 'part') === part).toSorted((a, b) => countIn(b, 'm_pv') - countIn(a, 'm_pv') || countIn(b, 'm_last_at') - countIn(a, 'm_last_at'));
  const seen = (one: Row | undefined) => ({ num: countIn(one, 'm_pv'), first_seen: zone.text(countIn(one, 'm_first_at')), last_seen: zone.text(countIn(one, 'm_last_at')) });
  const domains = domainsOf(asked);
  const visit: Record<string, unknown> = visitRowOf(row, asked, domains);
  const [all] = of(0);
  const { num: pv, ...when } = seen(all);
  const bySite = only === undefined ? of(3).map((one) => ({ domain: domains.get(countIn(one, 'k_site_id')) ?? '', ...seen(one) })) : [{ domain: only.domain, ...seen(all) }];
  return {
    ...(Object.fromEntries(FACTS.map((fact) => [fact, visit[fact] ?? ''])) as Pick<NonNullable<Output<VisitInfo>>, (typeof FACTS)[number]>),
    pv,
    sessions: countIn(all, 'm_sessions'),
    ...when,
    ips: of(1).map((one) => {
      const code = String(one['m_country_code']);
      return { ip: addressText(String(one['k_ip'])), country: asked.countryNames(code), country_code: code, ...seen(one) };
    }),
    ips_total: countIn(all, 'm_distinct_ip_'),
    fingerprints: of(2).map((one) => ({
      fingerprint: String(one['k_fingerprint']), device_type: String(one['m_device_type']), os_name: String(one['m_os_name']), browser_name: String(one['m_browser_name']), ...seen(one),
    })),
    fingerprints_total: countIn(all, 'm_distinct_fingerprint_'),
    sites: bySite.filter(({ num }) => num > 0).map(({ domain, num, last_seen }) => ({ domain, num, last_seen })),
    time_zone: zone.name,
  };
}
