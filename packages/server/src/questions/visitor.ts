import { type endpoints, FootfallError, type Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, type Row } from './counts.js';
import { instantsOf } from './period.js';
import { during, everything, type Filter, grouped, where, type Source } from './plan.js';
import { fingerprintIs, isAddress } from './rules.js';
import { atMoments } from './whereabouts.js';

export type VisitorInput = Omit<Parsed<typeof endpoints.report.visitInfo>, 'domain'>;

/**
 * The visits of the visitor asked for.
 * @throws FootfallError `request.invalid` when the fingerprint or the address that the type asks for is not given
 */
export function visitorSource(input: VisitorInput, asked: Asked): Source {
  const { type, query_time: local } = input;
  const value = input[type].trim();
  if (value === '') throw new FootfallError('request.invalid', { fields: [{ path: type, message: `give the ${type === 'ip' ? 'address' : 'fingerprint'} to look for` }] });
  const address: Filter = isAddress(value) ? { column: 'ip', value } : { column: 'ip', operator: 'never', value: '' };
  const source = where(everything(asked.scope), type === 'ip' ? [address] : fingerprintIs(value, asked));
  return local === undefined ? source : during(source, [instantsOf(local, asked.zone)]);
}

/**
 * The same, of the sites and the moments alone in which there are any, or from the first to the last: asked once, as an index has to be looked through for all
 * sites and all time, and whatever else is asked of the visitor would do so again.
 * @throws as `visitorSource`, and as `asked.run`
 */
export async function visitorWhereabouts(input: VisitorInput, asked: Asked): Promise<Source> {
  const source = visitorSource(input, asked);
  const known = await atMoments(source, asked);
  if (known !== null) return known;
  if (asked.sites.length < 2) return source;
  const { rows } = await asked.run<Row>(compileGroups(grouped(source, ['first_at', 'last_at'], { keys: ['site_id'] })));
  if (rows.length === 0) return during(source, []);
  const [first, last] = [Math.min(...rows.map((row) => countIn(row, 'm_first_at'))), Math.max(...rows.map((row) => countIn(row, 'm_last_at')))];
  return where(during(source, [{ from: first, to: last + 1 }]), [{ column: 'site_id', operator: 'in', value: rows.map((row) => countIn(row, 'k_site_id')) }]);
}
