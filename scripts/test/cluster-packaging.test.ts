/** packaging/compose-cluster.yaml and what it mounts, read as Docker and the servers would, as far as that can be told without them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

const SAID: Readonly<Record<string, string>> = { FOOTFALL_HOSTNAME: 'stats.example.com', FOOTFALL_STORE_PASSWORD: '0a1b', FOOTFALL_CLUSTER_SECRET: '2c3d' };
/** As Docker puts variables in: `${NAME:-otherwise}`, `${NAME:?what to say}`. */
const filled = (text: string): string => text.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/gu, (_, name: string, otherwise: string | undefined) => SAID[name] ?? otherwise ?? '');

const compose = parse(filled(read('packaging/compose-cluster.yaml')), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, null> };
const services = Object.entries(compose.services);
const footfall = services.filter(([, { image }]) => image === 'footfall');
const serverXml = read('packaging/clickhouse/server.xml');

describe('the compose file of a cluster', () => {
  it('has two collectors, two consoles, PostgreSQL, two shards of two replicas and three keepers', () => {
    expect(footfall.map(([, { command }]) => command?.join(' ') ?? '').toSorted()).toEqual(['serve --role=collect', 'serve --role=collect', 'serve --role=console', 'serve --role=console']);
    const replicas = services.filter(([, { image }]) => image.startsWith('clickhouse/clickhouse-server:'));
    expect(replicas.map(([name, { environment }]) => [name, environment?.['FOOTFALL_SHARD'], environment?.['FOOTFALL_REPLICA']])).toEqual(['1-1', '1-2', '2-1', '2-2'].map((at) => [`clickhouse-${at}`, at[0], `clickhouse-${at}`]));
    expect(services.filter(([, { image }]) => image.startsWith('clickhouse/clickhouse-keeper:')).map(([, { environment }]) => environment?.['FOOTFALL_KEEPER'])).toEqual(['1', '2', '3']);
  });

  it('names no service, volume or file that is not there', () => {
    const used = new Set<string>();
    for (const [name, { volumes = [], depends_on: before = [] }] of services) {
      for (const other of Array.isArray(before) ? before : Object.keys(before)) expect([name, other, other in compose.services]).toEqual([name, other, true]);
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        const isFile = from.startsWith('./');
        expect([name, from, !isFile || existsSync(join(root, 'packaging', from))]).toEqual([name, from, true]);
        if (!isFile) used.add(from);
      }
    }
    expect([...used].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    // What one process acknowledged is no other one's.
    const own = footfall.flatMap(([, { volumes = [] }]) => volumes);
    expect(new Set(own).size).toBe(footfall.length);
  });

  it('waits only for what says whether it is well', () => {
    const dockerfile = read('packaging/Dockerfile');
    for (const [, { depends_on: before = [] }] of services) {
      if (Array.isArray(before)) continue;
      for (const [other, { condition }] of Object.entries(before)) {
        const { healthcheck, image } = compose.services[other] ?? { image: '' };
        expect([other, condition, healthcheck !== undefined || (image === 'footfall' && dockerfile.includes('HEALTHCHECK'))]).toEqual([other, 'service_healthy', true]);
      }
    }
  });

  it('tells Footfall what Footfall knows, and addresses that lead to services', () => {
    const known = new Set([...read('packages/server/src/config.ts').matchAll(/^ {2}(FOOTFALL_\w+):/gmu)].map(([, name]) => name));
    for (const [, { environment = {} }] of footfall) {
      for (const name of Object.keys(environment)) expect([name, known.has(name)]).toEqual([name, true]);
      const urls = (environment['FOOTFALL_CLICKHOUSE_URL'] ?? '').split(',');
      expect(urls.map((url) => [new URL(url).hostname, new URL(url).port, new URL(url).username, new URL(url).password])).toEqual(['1-1', '1-2', '2-1', '2-2'].map((at) => [`clickhouse-${at}`, '8123', 'footfall', '0a1b']));
      const postgres = new URL(environment['FOOTFALL_POSTGRES_URL'] ?? '');
      expect([postgres.hostname in compose.services, postgres.pathname, postgres.password]).toEqual([true, `/${compose.services['postgres']?.environment?.['POSTGRES_DB'] ?? ''}`, '0a1b']);
      expect(serverXml).toContain(`<${environment['FOOTFALL_CLICKHOUSE_CLUSTER'] ?? '-'}>`);
    }
  });

  it('of it, what strangers reach can not write but where it should', () => {
    for (const [name, { read_only: readOnly, cap_drop: dropped }] of [...footfall, ...services.filter(([one]) => one === 'caddy')]) expect([name, readOnly, dropped]).toEqual([name, true, ['ALL']]);
    expect(services.filter(([, service]) => 'ports' in service).map(([name]) => name)).toEqual(['caddy']);
    expect(read('packaging/compose-cluster.yaml')).not.toMatch(/privileged: true|docker\.sock/u);
  });
});

describe('the servers of the cluster', () => {
  it('are the services, each shard replicating by itself; what they are told by the environment is said', () => {
    const shards = [...serverXml.matchAll(/<shard>([^]*?)<\/shard>/gu)].map(([, shard = '']) => shard);
    expect(shards.map((shard) => [...shard.matchAll(/<replica><host>([^<]+)<\/host><port>(\d+)<\/port><\/replica>/gu)].map(([, host, port]) => `${host ?? ''}:${port ?? ''}`))).toEqual([
      ['clickhouse-1-1:9000', 'clickhouse-1-2:9000'], ['clickhouse-2-1:9000', 'clickhouse-2-2:9000'],
    ]);
    for (const shard of shards) expect(shard).toContain('<internal_replication>true</internal_replication>');
    for (const [file, service] of [['server', 'clickhouse-1-1'], ['keeper', 'keeper-1']] as const) {
      const told = [...read(`packaging/clickhouse/${file}.xml`).matchAll(/from_env="(\w+)"/gu)].map(([, name = '']) => name);
      expect(told.length).toBeGreaterThan(0);
      for (const name of told) expect([name, name in (compose.services[service]?.environment ?? {})]).toEqual([name, true]);
    }
    const keepers = [...serverXml.matchAll(/<node><host>([^<]+)<\/host>/gu)].map(([, host]) => host);
    expect(keepers).toEqual([...read('packaging/clickhouse/keeper.xml').matchAll(/<hostname>([^<]+)<\/hostname>/gu)].map(([, host]) => host));
  });

  it('and the proxy sends the same paths to collectors as that of nginx', () => {
    const [, caddy] = /path_regexp (\S+)/u.exec(read('packaging/Caddyfile-roles')) ?? [];
    expect(caddy).toBe(/location ~ (\S+) \{/u.exec(read('packaging/nginx-roles.conf'))?.[1]);
    for (const name of ['FOOTFALL_COLLECTORS', 'FOOTFALL_CONSOLES']) {
      expect(read('packaging/Caddyfile-roles')).toContain(`{$${name}:`);
      for (const address of compose.services['caddy']?.environment?.[name]?.split(' ') ?? ['-']) expect(address.replace(/:8600$/u, '') in compose.services).toBe(true);
    }
  });
});
