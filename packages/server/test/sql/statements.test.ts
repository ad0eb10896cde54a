/** What statements answer: the same as loops over the records of the sites that were granted. */
import { endpoints, FootfallError, SQL_LIMITS } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seenTables } from '../../src/questions/sql/seen-tables.js';
import { RECORDS } from '../../src/warehouse/tables/all.js';
import { ask } from '../questions/ask.js';
import { openSqlWorld, OWN, SECRET, type SqlWorld } from './world.js';

let world: SqlWorld;
beforeAll(async () => {
  world = await openSqlWorld();
}, 120_000);
afterAll(() => world.close());

const own = <R extends { readonly site_id: number }>(rows: readonly R[]): R[] => rows.filter(({ site_id }) => OWN.includes(site_id));
function countBy<R>(rows: readonly R[], key: (row: R) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
}
const failureOf = async (work: Promise<unknown>): Promise<FootfallError> =>
  work.then(
    (answer) => {
      throw new Error(`answered: ${JSON.stringify(answer)}`);
    },
    (error: unknown) => {
      if (error instanceof FootfallError) return error;
      throw error;
    },
  );

describe('a statement', () => {
  it('counts visits by country as a loop over the records does', async () => {
    const { rows, columns } = await world.ask('SELECT country_code, count() AS views, uniqExact(visitor) AS visitors FROM visits GROUP BY country_code ORDER BY country_code');
    const visits = own(world.records.visits);
    const expected = [...countBy(visits, ({ country_code }) => country_code)].map(([country, views]) => [country, String(views), String(new Set(visits.filter((one) => one.country_code === country).map(({ visitor }) => visitor)).size)]);
    expect(rows).toEqual(expected.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)));
    expect(columns).toEqual([{ name: 'country_code', type: 'LowCardinality(String)' }, { name: 'views', type: 'UInt64' }, { name: 'visitors', type: 'UInt64' }]);
  });

  it('joins crawlers, sites and events, and sorts as it says', async () => {
    const { rows } = await world.ask(
      "WITH busy AS (SELECT site_id, count() AS hits FROM spider_hits WHERE status = {status:UInt16} GROUP BY site_id) SELECT sites.domain, hits, (SELECT count() FROM events WHERE name != '') AS bought FROM busy JOIN sites ON sites.id = busy.site_id ORDER BY domain DESC",
      { status: 404 },
    );
    const hits = countBy(own(world.records.hits).filter(({ status }) => status === 404), ({ site_id }) => ({ 1: 'utc.example', 3: 'kolkata.example' })[site_id] ?? '?');
    expect(rows).toEqual([...hits].toSorted(([a], [b]) => (a < b ? 1 : -1)).map(([domain, num]) => [domain, String(num), String(own(world.records.events).length)]));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('takes values by name, typed as the store types them', async () => {
    const urls = own(world.records.visits).slice(0, 3).map(({ url }) => url);
    const { rows } = await world.ask("SELECT count() FROM visits WHERE url IN {urls:Array(String)} AND created_at < {until:DateTime64(3, 'UTC')} AND title != {odd:String}", { urls, until: '2030-01-01 00:00:00', odd: "it's {a:String} `b` \\ '" });
    expect(rows).toEqual([[String(own(world.records.visits).filter(({ url }) => urls.includes(url)).length)]]);
  });

  it('reads only the sites of whoever asks, and none where none is granted', async () => {
    for (const sites of [[1], [3], [2, 4], []]) {
      const { rows } = await world.ask('SELECT count() FROM visits', {}, world.context(['Sql'], sites));
      expect(rows).toEqual([[String(world.records.visits.filter(({ site_id }) => sites.includes(site_id)).length)]]);
      const listed = await world.ask('SELECT id FROM sites ORDER BY id', {}, world.context(['Sql'], sites));
      expect(listed.rows).toEqual(sites.map((id) => [id]));
    }
  });

  it('shows every column of every table', async () => {
    for (const { name, columns } of seenTables(['Sql', 'userTrajectory', 'SpiderLog'])) {
      const { rows, columns: got } = await world.ask(`SELECT * FROM ${name} ORDER BY 1 LIMIT 3`);
      expect(got).toEqual(columns);
      expect(rows.length).toBe(name === 'ledger' ? 0 : name === 'sites' ? 2 : 3);
      expect(JSON.stringify(rows)).not.toMatch(SECRET);
    }
    expect(RECORDS.map(({ columns }) => columns.filter(({ name }) => name === 'site_id').length)).toEqual(RECORDS.map(() => 1));
  });

  it('takes each column in the type that it is shown with', async () => {
    for (const { name, columns } of seenTables(['Sql', 'userTrajectory', 'SpiderLog'])) {
      const { columns: got } = await world.ask(`SELECT ${columns.map((column) => `CAST(${column.name} AS ${column.type}) AS ${column.name}_too`).join(', ')} FROM ${name} LIMIT 1`);
      expect(got.map(({ type }) => type)).toEqual(columns.map(({ type }) => type));
    }
  });

  it('shows addresses and fingerprints to whom a screen shows them', async () => {
    const plain = world.context(['Sql']);
    for (const sql of ['SELECT ip FROM visits', 'SELECT fingerprint FROM visits', 'SELECT ip FROM events', 'SELECT ip FROM spider_hits', 'SELECT v.ip FROM visits AS v']) {
      expect([sql, (await failureOf(world.ask(sql, {}, plain))).errorName]).toEqual([sql, 'sql.invalid']);
      expect((await world.ask(sql)).rows.length).toBeGreaterThan(0);
    }
    const { tables } = await ask(endpoints.sql.tables, world.routes.tables, {}, plain);
    expect(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)).filter((name) => /ip$|fingerprint|batch/u.test(name))).toEqual([]);
  });

  it('is written down with what it read', async () => {
    world.written.length = 0;
    await world.ask('SELECT 1 /* who */');
    expect(world.written).toEqual([{ action: 'sql.ask', target: 'SELECT 1 /* who */', details: { rows: 1 } }]);
  });

  it('is to be had as a file', async () => {
    const file = await world.routes.export(endpoints.sql.export.input.parse({ sql: "SELECT number, ['a', 'b'] AS list, '=1+1' AS text, toUInt64(number) AS large, toUInt64(18446744073709551615) AS largest FROM (SELECT arrayJoin([1, 2]) AS number) ORDER BY number", params: '{}', format: 'csv' }), world.context());
    const parts: Buffer[] = [];
    for await (const part of file.body) parts.push(part as Buffer);
    expect([file.rows, Buffer.concat(parts).toString('utf8').replace(/^\uFEFF/u, '').split(/\r?\n/u)]).toEqual([2, ['"number","list","text","large","largest"', '1,"[""a"",""b""]","\'=1+1",1,"18446744073709551615"', '2,"[""a"",""b""]","\'=1+1",2,"18446744073709551615"', '']]);
  });
});

describe('limits', () => {
  it.each([
    ['SELECT arrayJoin(range(10001))', 'store.too_much'],
    ["SELECT repeat('x', 1000000) FROM (SELECT arrayJoin(range(100)))", 'store.too_much'],
    ['SELECT length(groupArray(x)) FROM (SELECT arrayJoin(range(300000000)) AS x)', 'store.too_much'],
  ])('%s: %s', async (sql, error) => {
    expect((await failureOf(world.ask(sql))).errorName).toBe(error);
    // Nothing of it reaches the next answer.
    expect((await world.ask('SELECT 1 AS one')).rows).toEqual([[1]]);
  });

  it('ends what takes too long, and what nobody waits for', async () => {
    const long = 'SELECT sum(sipHash64(a, b, c)) FROM (SELECT arrayJoin(range(100000)) AS a) AS aa, (SELECT arrayJoin(range(100000)) AS b) AS bb, (SELECT arrayJoin(range(1000)) AS c) AS cc';
    const gone = new AbortController();
    const asked = world.ask(long, {}, world.context(undefined, undefined, { signal: gone.signal }));
    setTimeout(() => gone.abort(new Error('gone')), 300);
    await expect(asked).rejects.toThrow('gone');
    const from = Date.now();
    expect((await failureOf(world.ask(long))).errorName).toBe('store.too_slow');
    expect(Date.now() - from).toBeLessThan((SQL_LIMITS.seconds + 6) * 1_000);
  }, 60_000);

  it('lets one statement of a user run, and few wait', async () => {
    const slow = 'SELECT sum(sipHash64(a, b)) FROM (SELECT arrayJoin(range(100000)) AS a) AS aa, (SELECT arrayJoin(range(300)) AS b) AS bb';
    const answers = await Promise.allSettled(Array.from({ length: 7 }, () => world.ask(slow)));
    const names = answers.map((one) => (one.status === 'fulfilled' ? 'answered' : (one.reason as FootfallError).errorName));
    expect(names.filter((name) => name === 'store.too_many').length).toBe(7 - SQL_LIMITS.atOnce - SQL_LIMITS.waiting);
    expect(names.filter((name) => name === 'answered').length).toBeGreaterThan(0);
  }, 60_000);

  it('leaves the store to the screens while statements run', async () => {
    const gone = new AbortController();
    const slow = [1, 2, 3].map((id) => {
      const context = world.context(undefined, undefined, { signal: gone.signal });
      return world.ask('SELECT sum(sipHash64(a, b)) FROM (SELECT arrayJoin(range(100000)) AS a) AS aa, (SELECT arrayJoin(range(30000)) AS b) AS bb', {}, { ...context, user: context.user && { ...context.user, id } });
    });
    const settled = Promise.allSettled(slow);
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const from = Date.now();
    for (let i = 0; i < 10; i += 1) await world.engine.warehouse.query('SELECT count() FROM visits', {});
    expect(Date.now() - from).toBeLessThan(5_000);
    gone.abort(new Error('gone'));
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }, 60_000);

  it('says which field is too long', () => {
    expect(endpoints.sql.ask.input.safeParse({ sql: `SELECT '${'x'.repeat(SQL_LIMITS.length)}'` }).success).toBe(false);
    expect(endpoints.sql.ask.input.safeParse({ sql: 'SELECT 1', params: { a: 'x'.repeat(SQL_LIMITS.paramsLength) } }).success).toBe(false);
    expect(endpoints.sql.ask.input.safeParse({ sql: 'SELECT 1', params: { 'a b': 1 } }).success).toBe(false);
    expect(endpoints.sql.export.input.safeParse({ sql: 'SELECT 1', params: 'nothing' }).success).toBe(false);
  });
});
