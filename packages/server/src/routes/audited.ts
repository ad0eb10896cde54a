import type { AuditAction } from '@footfall/contract';
import { type RequestContext, userOf } from '../http/handler.js';
import type { Audit } from '../metadata/audit.js';

/** Writes down what the signed-in user did. `details` hold nothing secret. */
export type WriteDown = (context: RequestContext, action: AuditAction, target: string, details?: Readonly<Record<string, unknown>>) => Promise<void>;

export function writeDownIn(audit: Pick<Audit, 'record'>): WriteDown {
  return (context, action, target, details = {}) => {
    const { id, username } = userOf(context);
    return audit.record({ user: { id, username }, address: context.address, action, target, details });
  };
}

/** The fields that a change gave another value, before and after; undefined when it changed nothing. */
export function changeOf<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): { before: Partial<T>; after: Partial<T> } | undefined {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return undefined;
  const pick = (from: T) => Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
