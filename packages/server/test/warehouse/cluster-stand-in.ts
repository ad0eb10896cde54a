/**
 * A sharded cluster for tests, of one engine: its `remote_servers` name it several times over, so that each question of a Distributed
 * table is planned, sent to every shard, run there up to its mergeable states and merged, as on a cluster. All shards are the same
 * process and the same tables; what a shard has is told apart by the table's own sharding expression, as a filter on what each
 * shard reads (`shardNum()`).
 *
 * What one engine can not do is translated in front of it: it has no Keeper, so that replicated tables become plain ones, and a
 * statement ON CLUSTER runs once. A batch with a token goes past the Distributed table: shards that are one table would take each
 * other's share of it for a repeat. Every statement is kept as it came, with its settings.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AddressSource, StoreAddress } from '../../src/warehouse/connection.js';

export const CLUSTER = 'stand_in';

interface Statement {
  readonly text: string;
  readonly settings: URLSearchParams;
}

export interface ClusterFront extends AddressSource {
  /** All statements that came, in their order. */
  readonly statements: readonly Statement[];
  stop(): Promise<void>;
}

/** The server's configuration that makes a cluster of itself. */
export function clusterConfig(shards: number): string {
  // Without a database of its own: a replica that has one is asked over the network, which the embedded engine does not listen to.
  const shard = '<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>9000</port></replica></shard>';
  // The port that the engine takes for its own: what has that one is asked without any network.
  return `<clickhouse><tcp_port>9000</tcp_port><remote_servers><${CLUSTER}>${shard.repeat(shards)}</${CLUSTER}></remote_servers></clickhouse>`;
}

const DISTRIBUTED = /ENGINE = Distributed\((\w+), (\w+), (\w+), (.+)\)\s*$/u;

function translated(text: string): string {
  return text
    .replaceAll(/ ON CLUSTER \w+/gu, '')
    .replaceAll(/ReplicatedMergeTree\([^)]*\)/gu, 'MergeTree')
    .replaceAll(/\breplicated_deduplication_window = (\d+), replicated_deduplication_window_seconds = \d+/gu, 'non_replicated_deduplication_window = $1');
}

/** A tree is of the text alone, without any table. */
const reads = (text: string): boolean => /^\s*(?:SELECT|WITH|EXPLAIN(?! AST)|INSERT\b[^]*?\bSELECT)\b/u.test(text);

/** Stands in front of an engine that was started with `clusterConfig`. */
export async function startClusterFront(engine: AddressSource, shards: number): Promise<ClusterFront> {
  const statements: Statement[] = [];
  const filters = new Map<string, string>();
  const agent = new http.Agent({ keepAlive: true });

  /** What each shard has of a table is learned from the statement that makes its Distributed table. */
  function learn(text: string): void {
    const [, , database = '', local = '', by = ''] = DISTRIBUTED.exec(text) ?? [];
    if (local !== '') filters.set(`${database}.${local}`, `(${by}) % ${String(shards)} = shardNum() - 1`);
  }

  /** Where a batch with a token goes. */
  const stored = (text: string, settings: URLSearchParams): string =>
    settings.has('insert_deduplication_token')
      ? text.replace(/^(INSERT INTO )(\w+)/u, (whole, insert: string, table: string) => (filters.has(`${settings.get('database') ?? ''}.${table}_local`) ? `${insert}${table}_local` : whole))
      : text;

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) parts.push(chunk);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const address = engine.current();
    if (address === null) {
      request.destroy();
      return;
    }
    // Bytes one by one: what is translated is ASCII, the rest stays as it is.
    let body = Buffer.concat(parts).toString('latin1');
    const named = url.searchParams.get('query');
    const text = named ?? /name="query"\r\n\r\n([^]*?)\r\n--/u.exec(body)?.[1] ?? body;
    if (text !== '') {
      learn(text);
      statements.push({ text, settings: new URLSearchParams(url.searchParams) });
      if (named === null) body = translated(body);
      else url.searchParams.set('query', stored(translated(named), url.searchParams));
      if (reads(text) && filters.size > 0) {
        const own = new Map([...(url.searchParams.get('additional_table_filters') ?? '').matchAll(/'([^']+)': '([^']+)'/gu)].map(([, table = '', filter = '']) => [table, filter]));
        for (const [table, filter] of filters) own.set(table, own.has(table) ? `(${own.get(table) ?? ''}) AND ${filter}` : filter);
        const map = [...own].map(([table, filter]) => `'${table}':'${filter}'`).join(',');
        url.searchParams.set('additional_table_filters', `{${map}}`);
      }
    }
    const bytes = Buffer.from(body, 'latin1');
    const { host: _, 'content-length': __, 'transfer-encoding': ___, ...headers } = request.headers;
    const asked = http.request(`${address.url}${url.pathname}${url.search}`, { method: request.method ?? 'POST', agent, headers: { ...headers, 'content-length': bytes.length } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    asked.end(bytes);
  }

  const server = http.createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  let behind: StoreAddress | null = null;
  let address: StoreAddress | null = null;
  return {
    statements,
    current() {
      const now = engine.current();
      if (now !== behind) address = now === null ? null : Object.freeze({ url, username: now.username, password: now.password });
      behind = now;
      return address;
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
