/**
 * Whoever was granted one site learns nothing of another: every endpoint of the contract is asked with every input that
 * can be made of its schema, on two installations that differ only in whether the other site is there. The answers are
 * the same to the letter. An endpoint is covered the day it is added: one whose input can not be made fails here.
 */
import { allEndpoints, type Endpoint, ERRORS, GRANTABLE_ROUTES, proof, PROVABLE_QUESTIONS } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputsOf, takesSite } from './inputs.js';
import { FOREIGN, FOREIGN_MARKS, type Installation, openInstallation, OWN } from './installation.js';

/** What tells one answer from another without telling anything: ids of requests, and how long the store took. */
const untold = (body: string): string => body.replaceAll(UUID, 'an id').replaceAll(TOKEN, 'a token').replaceAll(/"took":\d+/gu, '"took":0');
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
/** An API token, or how one begins. */
const TOKEN = /fft_[\w-]+/gu;
const places = allEndpoints().flatMap((endpoint) => [endpoint, ...endpoint.aliases].map(({ method, path }) => ({ endpoint, method, path })));
const covered = places.flatMap((place) => [...inputsOf(place.endpoint)].map(([name, input]) => ({ ...place, name, input, title: `${place.method} ${place.path} with ${name}` })));
type Covered = (typeof covered)[number];

const forUsers = ({ access }: Endpoint): boolean => access !== 'admin' && access !== 'public';
const namesSite = ({ input }: Covered): boolean => Object.keys(input).some(takesSite);

let withForeign: Installation;
let without: Installation;
beforeAll(async () => {
  [without, withForeign] = await Promise.all([openInstallation(false), openInstallation(true)]);
}, 120_000);
afterAll(async () => {
  await withForeign.close();
  await without.close();
});

/** The same of both installations at once: what each answers where the other site is, and where it is not. */
const askBoth = (...asked: Parameters<Installation['ask']>) => Promise.all([withForeign.ask(...asked), without.ask(...asked)]);

describe('the contract', () => {
  it.each(places)('$method $path says who may call it', ({ endpoint: { access } }) => {
    const said: readonly string[] = typeof access === 'string' ? [access] : access;
    expect(said.length).toBeGreaterThan(0);
    expect([...GRANTABLE_ROUTES, 'public', 'signed-in', 'admin']).toEqual(expect.arrayContaining([...said]));
  });

  it('is asked about the other site wherever a site can be named', () => {
    const named = covered.filter((one) => forUsers(one.endpoint) && namesSite(one) && JSON.stringify(one.input).match(/hidden\.example|:2\b/u));
    expect(new Set(named.map(({ path }) => path)).size).toBeGreaterThanOrEqual(13);
    expect(covered.length).toBeGreaterThan(places.length * 3);
  });
});

describe('a user with one site granted', () => {
  /** All that the user wrote so far. */
  const said = new Set<string>();

  it.each(covered)('$title, learns nothing of another', async ({ endpoint, method, path, input }) => {
    const [given, unknown] = await askBoth('one', { method, path, effect: endpoint.effect }, input);
    expect([given.status, untold(given.body)]).toEqual([unknown.status, untold(unknown.body)]);
    expect(given.status).toBeLessThan(500);
    expect(given.body.includes('"access.forbidden"')).toBe(endpoint.access === 'admin');
    // What was asked may come back as what was asked, at once or among what one did oneself; nothing else.
    const asked = Object.values(input).map(String);
    for (const text of asked.filter((one) => FOREIGN_MARKS.test(one))) said.add(text);
    const told = endpoint.id === 'profile.activity' || endpoint.id.startsWith('token.') ? [...said].reduce((rest, text) => rest.replaceAll(text, ''), given.body) : given.body;
    expect(FOREIGN_MARKS.test(asked.join(' ')) ? '' : told).not.toMatch(FOREIGN_MARKS);
  });

  it('still sees the own one', async () => {
    const list = await withForeign.ask('one', { method: 'POST', path: '/common/domain_list' }, {});
    expect(JSON.parse(list.body)).toMatchObject({ data: [{ id: OWN.id, domain: OWN.domain }] });
    const logs = await withForeign.ask('one', { method: 'GET', path: '/report/device_logs' }, { domain: OWN.domain });
    expect(JSON.parse(logs.body)).toMatchObject({ data: { meta: { pagination: { total: 7 } } } });
  });

  it('is told of the other what is told of one that does not exist', async () => {
    const asked = [['GET', '/report/device_logs', 'domain'], ['POST', '/home/trend', 'domain'], ['GET', '/ledger', 'domain']] as const;
    for (const [method, path, field] of asked) {
      const hidden = await withForeign.ask('one', { method, path }, { [field]: FOREIGN.domain });
      expect(hidden).toEqual(await withForeign.ask('one', { method, path }, { [field]: 'nothing.example' }));
      expect(hidden.status).toBe(404);
    }
  });
});

describe('an administrator', () => {
  /** So that the equality above is known to have looked: where the other site can be named, naming it tells something. */
  it.each(covered.filter((one) => forUsers(one.endpoint) && one.name === 'its site' && 'domain' in one.input))('$title, learns of the other', async ({ endpoint: { effect }, method, path, input }) => {
    const [given, unknown] = await askBoth('boss', { method, path, effect }, input);
    expect(given.status).toBe(200);
    expect(given.body).not.toBe(unknown.body);
  });

  it('finds all of it in the answers that name nothing', async () => {
    const told = covered.filter((one) => forUsers(one.endpoint) && one.name === 'paged');
    const open: string[] = [];
    for (const { endpoint, method, path, input } of told) {
      const { body } = await withForeign.ask('boss', { method, path, effect: endpoint.effect }, input);
      if (FOREIGN_MARKS.test(body)) open.push(endpoint.id);
    }
    expect(open).toEqual(expect.arrayContaining(['common.domain_list', 'common.browser_list', 'home.top_list', 'report.events', 'report.device_logs', 'website.list', 'website.list_statistics']));
  });
});

describe('a user with one screen granted', () => {
  it.each(GRANTABLE_ROUTES)('%s, calls what belongs to it and nothing of the others', async (route) => {
    const { key } = (await withForeign.roles.list()).find(({ name }) => name === 'One site') ?? { key: '' };
    await withForeign.roles.edit(key, { routes: [route] });
    const refused: unknown[][] = [];
    for (const { endpoint, method, path, input } of covered.filter((one) => one.name === 'least' && Array.isArray(one.endpoint.access))) {
      const { status, body } = await withForeign.ask('one', { method, path, effect: endpoint.effect }, input);
      if (!body.includes('"access.forbidden"')) continue;
      const { code, message, data } = JSON.parse(body) as { code: number; message: string; data: unknown };
      refused.push([endpoint.id, status, code, message, data]);
    }
    const { status, message } = ERRORS['access.forbidden'];
    const others = covered.filter((one) => one.name === 'least' && Array.isArray(one.endpoint.access) && !(one.endpoint.access as readonly string[]).includes(route));
    expect(refused).toEqual(others.map(({ endpoint }) => [endpoint.id, status, status, message, { error: 'access.forbidden' }]));
    expect(others.length).toBeGreaterThan(0);
  });
});

describe('the proof of a question', () => {
  const questions = allEndpoints().filter(({ id }) => PROVABLE_QUESTIONS.includes(id));
  const proven = questions.flatMap((endpoint) => [...inputsOf(endpoint)].filter(([name]) => name === 'paged' || name === 'its site').map(([name, input]) => ({ title: `${endpoint.id} with ${name}`, question: endpoint.id, input })));

  beforeAll(async () => {
    for (const { roles } of [withForeign, without]) await roles.edit((await roles.list()).find(({ name }) => name === 'One site')?.key ?? '', { routes: GRANTABLE_ROUTES });
  });

  it.each(proven)('$title, tells nothing of another site', async ({ question, input }) => {
    const [given, unknown] = await askBoth('one', proof.open, { question, input });
    expect([given.status, untold(given.body)]).toEqual([unknown.status, untold(unknown.body)]);
    expect(JSON.stringify(input).match(FOREIGN_MARKS) ? '' : given.body).not.toMatch(FOREIGN_MARKS);
  });

  it('is refused like the question itself', async () => {
    const { key } = (await withForeign.roles.list()).find(({ name }) => name === 'One site') ?? { key: '' };
    await withForeign.roles.edit(key, { routes: ['SpiderLog'] });
    const open: string[] = [];
    for (const { question, input } of proven.filter(({ title }) => title.endsWith('paged'))) {
      const { body } = await withForeign.ask('one', proof.open, { question, input });
      if (!body.includes('"access.forbidden"')) open.push(question);
    }
    expect(open.toSorted()).toEqual(questions.filter(({ access }) => access === 'signed-in' || access.includes('SpiderLog')).map(({ id }) => id).toSorted());
  });

  it('is none of what writes, of what does not exist, or of what was asked wrongly', async () => {
    const refused = async (question: string, input: unknown): Promise<unknown> => {
      const { body } = await withForeign.ask('boss', proof.open, { question, input });
      return (JSON.parse(body) as { data: { error: string } }).data.error;
    };
    for (const { id } of allEndpoints().filter(({ effect, file }) => effect !== 'reads' || file)) expect([id, await refused(id, {})]).toEqual([id, 'request.invalid']);
    for (const id of ['', 'proof.open', 'sql.ask', '__proto__', 'home', 'home.summary ', '../home/summary', 'constructor']) expect([id, await refused(id, {})]).toEqual([id, 'request.invalid']);
    for (const input of [{ domain: 5 }, { query_time: ['x', 'y'] }, { domain: 'a'.repeat(300) }, [], 'text', null, 5]) expect([input, await refused('home.summary', input)]).toEqual([input, 'request.invalid']);
    expect(await refused('home.summary', { domain: 'nothing.example' })).toBe('site.unknown');
  });
});
