import { ClickHouseError } from '@clickhouse/client';
import { FootfallError } from '@footfall/contract';

/** The rows themselves can not be stored: sending the same bytes again would fail again. */
export class StoreRejected extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StoreRejected';
  }
}

/** The store did not take the batch for a reason that lies in the store: keep it and send it again later. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** Milliseconds that a statement may wait in the store's line before it runs, though whoever sent it is gone. */
export const DOUBT_MS = 900_000;

/**
 * Codes that speak of the bytes of a batch: text that is not the declared type, a value out of range, a missing or
 * surplus field. Source: ClickHouse src/Common/ErrorCodes.cpp.
 * Whatever is not listed counts as unavailable: holding a poison row back for ever is repaired by hand, dropping rows
 * because a disk was full is not.
 */
const REJECTED = new Set([
  6, // CANNOT_PARSE_TEXT
  25, // CANNOT_PARSE_ESCAPE_SEQUENCE
  26, // CANNOT_PARSE_QUOTED_STRING
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  33, // CANNOT_READ_ALL_DATA
  38, // CANNOT_PARSE_DATE
  41, // CANNOT_PARSE_DATETIME
  53, // TYPE_MISMATCH
  69, // ARGUMENT_OUT_OF_BOUND
  70, // CANNOT_CONVERT_TYPE
  72, // CANNOT_PARSE_NUMBER
  117, // INCORRECT_DATA
  130, // CANNOT_READ_ARRAY_FROM_TEXT
  131, // TOO_LARGE_STRING_SIZE
  321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  407, // DECIMAL_OVERFLOW
  441, // CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING
  467, // CANNOT_PARSE_BOOL
  675, // CANNOT_PARSE_IPV4
  676, // CANNOT_PARSE_IPV6
]);

const TOO_SLOW = new Set([
  159, // TIMEOUT_EXCEEDED
  160, // TOO_SLOW
]);

const TOO_MUCH = new Set([
  158, // TOO_MANY_ROWS
  307, // TOO_MANY_BYTES
  396, // TOO_MANY_ROWS_OR_BYTES
]);

/** How the store words that it is this query's own limit, not that of all. Source: ClickHouse src/Common/MemoryTracker.cpp. */
const OWN_MEMORY = /query memory limit exceeded|memory limit \(for query\) exceeded/iu;

const BUSY = new Set([
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  241, // MEMORY_LIMIT_EXCEEDED
  252, // TOO_MANY_PARTS
  439, // CANNOT_SCHEDULE_TASK
  473, // DEADLOCK_AVOIDED
]);

/** The connection, the disk, the keeper or the server's state; not the question. */
const UNAVAILABLE = new Set([
  74, // CANNOT_READ_FROM_FILE_DESCRIPTOR
  75, // CANNOT_WRITE_TO_FILE_DESCRIPTOR
  76, // CANNOT_OPEN_FILE
  194, // REQUIRED_PASSWORD
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  218, // TABLE_IS_DROPPED
  225, // NO_ZOOKEEPER
  236, // ABORTED: the engine is stopping
  242, // TABLE_IS_READ_ONLY
  243, // NOT_ENOUGH_SPACE
  279, // ALL_CONNECTION_TRIES_FAILED
  319, // UNKNOWN_STATUS_OF_INSERT
  394, // QUERY_WAS_CANCELLED
  425, // SYSTEM_ERROR
  516, // AUTHENTICATION_FAILED: the engine was restarted with a new secret
  999, // KEEPER_EXCEPTION
]);

function codeOf(error: unknown): number | undefined {
  return error instanceof ClickHouseError ? Number(error.code) : undefined;
}

/** What the client says when its own patience, not the store's, ended. */
function isClientTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Timeout error.';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A failed question as what leaves the server. A mistake in our own SQL is `server.failed`, with the cause for the log. */
export function questionFailure(error: unknown): FootfallError {
  if (error instanceof FootfallError) return error;
  const options = { cause: error };
  // An answer that is not JSON: the store is well, what we asked of it was not.
  if (error instanceof SyntaxError) return new FootfallError('server.failed', {}, options);
  const code = codeOf(error);
  if (code === undefined) return new FootfallError(isClientTimeout(error) ? 'store.too_slow' : 'store.unavailable', {}, options);
  if (TOO_SLOW.has(code)) return new FootfallError('store.too_slow', {}, options);
  if (TOO_MUCH.has(code) || (code === 241 && OWN_MEMORY.test(messageOf(error)))) return new FootfallError('store.too_much', {}, options);
  if (BUSY.has(code)) return new FootfallError('store.busy', {}, options);
  if (UNAVAILABLE.has(code)) return new FootfallError('store.unavailable', {}, options);
  return new FootfallError('server.failed', {}, options);
}

/** A failed insert or deletion as what the flusher decides by. */
export function batchFailure(error: unknown): StoreRejected | StoreUnavailable {
  if (error instanceof StoreRejected || error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  if (code !== undefined && REJECTED.has(code)) return new StoreRejected(String(code), messageOf(error), { cause: error });
  return new StoreUnavailable(messageOf(error), { cause: error });
}
