import { z } from 'zod';
import { ERRORS, type ErrorName, FootfallError } from './errors.js';

/** The body of every answer: `code` is 200 when well, else the HTTP status. Source: specification 1, section 8. */
export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
}

export const failureData = z.looseObject({ error: z.string() });

export function success<T>(data: T): Envelope<T> {
  return { code: 200, message: 'ok', data };
}

export function failure(name: ErrorName, details: Record<string, unknown> = {}): Envelope<{ error: ErrorName }> {
  return { code: ERRORS[name].status, message: ERRORS[name].message, data: { ...details, error: name } };
}

/** Any thrown value as an envelope; what is not in the error table is `server.failed` and tells nothing of its cause. */
export function envelopeOf(thrown: unknown, requestId?: string): Envelope<{ error: ErrorName }> {
  if (thrown instanceof FootfallError) return failure(thrown.errorName, thrown.details);
  return failure('server.failed', requestId === undefined ? {} : { request_id: requestId });
}
