/** Errors in ClickHouse's own terms: a numeric code and a type name, as clients expect them. */

/** Numbers from ClickHouse's src/Common/ErrorCodes.cpp for the errors which the front itself raises. */
export const CODES = {
  NOT_IMPLEMENTED: 48,
  SYNTAX_ERROR: 62,
  BAD_ARGUMENTS: 36,
  UNKNOWN_DATABASE: 81,
  READONLY: 164,
  CANNOT_PARSE_QUERY_PARAMETER: 457,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  ABORTED: 236,
  QUERY_IS_TOO_LARGE: 320,
  QUERY_WAS_CANCELLED: 394,
  UNKNOWN_QUERY_PARAMETER: 456,
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  CANNOT_WRITE_TO_FILE_DESCRIPTOR: 75,
  NOT_ENOUGH_SPACE: 243,
  INCORRECT_DATA: 117,
  UNKNOWN_EXCEPTION: 1002,
} as const;

export type ErrorType = keyof typeof CODES;

/** An error with the message text that ClickHouse's HTTP interface would send: `Code: N. DB::Exception: ... (TYPE)`. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: number;

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** An error raised by the front itself. `detail` is one sentence which says what to do. */
  static of(type: ErrorType, detail: string): EngineError {
    return new EngineError(CODES[type], `Code: ${CODES[type]}. DB::Exception: ${detail} (${type})`);
  }

  /** Wraps whatever was thrown below; an error without a ClickHouse code becomes 1002. */
  static from(cause: unknown): EngineError {
    if (cause instanceof EngineError) return cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    const code = /^Code: (\d+)\./.exec(message)?.[1];
    if (code !== undefined) return new EngineError(Number(code), message, { cause });
    return EngineError.of('UNKNOWN_EXCEPTION', `${message}.`);
  }
}
