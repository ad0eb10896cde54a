import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import { StoreUnavailable } from './failures.js';
import { openAsking, type Asking } from './question-request.js';

/** Where the store answers. The embedded engine has a new address and a new password after every start. */
export interface StoreAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** A folder that the store reads rows from by itself, because it runs on this machine. It empties the folder when it starts. */
  readonly rowsFolder?: string;
}

/** Tells the address of the moment; null while there is none (the engine is starting again). */
export interface AddressSource {
  current(): StoreAddress | null;
}

export interface Connection {
  /** @throws StoreUnavailable while the store has no address. */
  client(): ClickHouseClient;
  /** See StoreAddress. @throws StoreUnavailable as above. */
  rowsFolder(): string | undefined;
  /** The quick way for questions. @throws StoreUnavailable as above. */
  asking(): Asking;
  close(): Promise<void>;
}

/** An address that never changes: a ClickHouse server of the operator's. User and password may stand in the url. */
export function fixedAddress(text: string): AddressSource {
  const url = new URL(text);
  const address: StoreAddress = Object.freeze({
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    url: `${url.protocol}//${url.host}`,
  });
  return { current: () => address };
}

/** Longer than any batch takes; questions end earlier, by their own limit. */
const REQUEST_TIMEOUT_MS = 600_000;
/** More than the engine has readers, so that its queue is the one that waits; more would only cost sockets. */
const MAX_SOCKETS = 64;

/** What every statement is run with. */
export const STORE_SETTINGS = {
  // A UInt64 that passes through a JavaScript number is another UInt64.
  output_format_json_quote_64bit_integers: 1,
  // Errors come before the first byte of an answer, never in the middle of it.
  wait_end_of_query: 1,
} as const;

interface Held {
  readonly address: StoreAddress;
  readonly client: ClickHouseClient;
  readonly asking: Asking;
}

/** Holds one client for the address of the moment, and changes it when the address changes. */
export function openConnection(source: AddressSource, database: string, log: Logger): Connection {
  let held: Held | null = null;

  const release = async (): Promise<void> => {
    const closing = held;
    held = null;
    closing?.asking.close();
    await closing?.client.close();
  };

  const current = (): Held => {
    const address = source.current();
    if (address === null) throw new StoreUnavailable('The store is starting.');
    if (held?.address === address) return held;
    release().catch((error: unknown) => log.warn({ err: error }, 'closing the former connection to the store failed'));
    held = { address, client: openClient(address, database), asking: openAsking(address, database, MAX_SOCKETS) };
    return held;
  };

  return { client: () => current().client, rowsFolder: () => current().address.rowsFolder, asking: () => current().asking, close: release };
}

function openClient(address: StoreAddress, database: string): ClickHouseClient {
  return createClient({
    url: address.url,
    username: address.username,
    password: address.password,
    database,
    application: 'footfall',
    request_timeout: REQUEST_TIMEOUT_MS,
    max_open_connections: MAX_SOCKETS,
    // Its own log prints rows of visitors; every failure is thrown to us anyway.
    log: { level: ClickHouseLogLevel.OFF },
    compression: { request: false, response: false },
    use_multipart_params_auto: true,
    clickhouse_settings: STORE_SETTINGS,
  });
}
