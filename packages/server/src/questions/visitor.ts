import { type endpoints, FootfallError, type Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { instantsOf } from './period.js';
import { during, everything, type Filter, where, type Source } from './plan.js';
import { fingerprintIs, isAddress } from './rules.js';

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
