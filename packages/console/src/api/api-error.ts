import { ERRORS, type ErrorName } from '@footfall/contract';

/**
 * Why a call brought no answer.
 * - `refused`: the server said no; `errorName` says which no, when it is one of the table
 * - `network`: nothing came back
 * - `timeout`: nothing came back in time
 * - `shape`: something came back that is not what was agreed
 */
export type FailureKind = 'refused' | 'network' | 'timeout' | 'shape';

interface Facts {
  /** The envelope's code, or the HTTP status where there is no envelope; 0 when nothing came back. */
  readonly code?: number;
  readonly errorName?: ErrorName | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one error that calls throw (besides the AbortError of a call that its caller cancelled). */
export class ApiError extends Error {
  readonly code: number;
  readonly errorName: ErrorName | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(readonly kind: FailureKind, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'ApiError';
    this.code = facts.code ?? 0;
    this.errorName = facts.errorName;
    this.details = facts.details ?? {};
  }

  /** Seconds until another attempt makes sense, when the server said so. */
  get retryAfter(): number | undefined {
    const wait = this.details['retry_after'];
    return typeof wait === 'number' && wait > 0 ? wait : undefined;
  }
}

/** A name of the error table, or undefined. */
export function errorNameOf(value: unknown): ErrorName | undefined {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value) ? (value as ErrorName) : undefined;
}

/** Statuses of a server that is away for a while, or of a gateway that does not find it. */
const AWAY = new Set([502, 503, 504]);

/** Whether a call failed because nobody was there to answer it, rather than because the answer was no. */
export function gotNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout' || AWAY.has(error.code));
}
