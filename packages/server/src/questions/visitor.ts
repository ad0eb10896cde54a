import { type endpoints, FootfallError, type Parsed } from '@footfall/contract';
import type { Asked } from './asked.js';
import { instantsOf } from './period.js';
import { during, everything, where, type Source } from './plan.js';
import { isAddress } from './rules.js';

export type VisitorInput = Omit<Parsed<typeof endpoints.report.visitInfo>, 'domain'>;

/**
 * The visits of the visitor asked for.
 * @throws FootfallError `request.invalid` when the fingerprint or the address that the type asks for is not given
 */
export function visitorSource(input: VisitorInput, asked: Asked): Source {
  const { type, query_time: local } = input;
  const value = input[type].trim();
  if (value === '') throw new FootfallError('request.invalid', { fields: [{ path: type, message: `give the ${type === 'ip' ? 'address' : 'fingerprint'} to look for` }] });
  const source = where(everything(asked.scope), [type === 'ip' && !isAddress(value) ? { column: 'ip', operator: 'never', value: '' } : { column: type, value }]);
  return local === undefined ? source : during(source, [instantsOf(local, asked.zone)]);
}
