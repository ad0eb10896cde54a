import { FootfallError } from '@footfall/contract';

/** The metadata store does not answer where nothing can go on without it. */
export function unreachable(error: Error): OperatorError {
  const reason = error.cause instanceof Error ? error.cause.message || ('code' in error.cause ? String(error.cause.code) : error.cause.name) : error.message;
  return new OperatorError(`PostgreSQL can not be used: ${reason}. Start it, or correct FOOTFALL_POSTGRES_URL.`, { cause: error });
}

/** A failure whose message tells the operator what to do; shown without a stack. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

/** The words of a failure, of its cause where it only says that something was not available. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const deeper = error instanceof FootfallError && error.cause instanceof Error ? error.cause : error;
  return (deeper.message || ('code' in deeper ? String(deeper.code) : deeper.name)).replace(/\.$/u, '');
}
