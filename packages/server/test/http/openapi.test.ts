import { allEndpoints, ERRORS } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFields } from '../../src/http/docs-fields.js';
import { docsPage } from '../../src/http/docs-page.js';
import { allPlaces, createWorld, type World } from './world.js';

let world: World;
type Json = Record<string, unknown>;
let spec: { openapi: string; info: Json; paths: Record<string, Record<string, Json>>; components: Json };
let page: string;
beforeAll(async () => {
  world = await createWorld();
  spec = (await world.app.inject({ method: 'GET', url: '/api/openapi.json' })).json();
  page = (await world.app.inject({ method: 'GET', url: '/api/docs' })).body;
});
afterAll(() => world.close());

/** Every object inside a value, with the path to it. */
function* objects(value: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, `${at}/${key}`);
}

/** Downloads. */
const files = new Set(allEndpoints().filter(({ file }) => file).map(({ id }) => id));

const FILE = { description: expect.stringContaining('filename') as unknown, content: { 'application/octet-stream': {} } };
const JSON_ANSWER = { description: expect.any(String) as unknown, content: { 'application/json': { schema: { properties: { data: expect.any(Object) as unknown } } } } };

const SCHEMA_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

describe('openapi.json', () => {
  it('is OpenAPI 3.1 of this version', () => {
    expect(spec.openapi).toMatch(/^3\.1\./u);
    expect(spec.info).toMatchObject({ title: 'Footfall', version: '9.8.7' });
  });

  it('holds every endpoint and alias, and nothing else', () => {
    const listed = Object.entries(spec.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(listed.toSorted()).toEqual([...allPlaces().map(({ method, url }) => `${method} ${url}`), 'POST /api/v1/events'].toSorted());
  });

  it('is well-formed: unique ids, inputs and answers described, references that lead somewhere, known types', () => {
    const operations = Object.values(spec.paths).flatMap((methods) => Object.entries(methods));
    const ids = operations.map(([, operation]) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [method, operation] of operations) {
      expect(operation['summary']).toMatch(/\w/u);
      expect(operation['responses']).toMatchObject({ 200: files.has(String(operation['operationId']).replace(/\.1$/u, '')) ? FILE : JSON_ANSWER, default: { $ref: '#/components/responses/failure' } });
      const { requestBody, parameters } = operation as { requestBody?: { content: { 'application/json': { schema: Json } } }; parameters?: unknown };
      // A batch is a list, or an object around one.
      const body = requestBody?.content['application/json'].schema;
      const bodyType = operation['operationId'] === 'events.send' ? (body?.['anyOf'] as Json[] | undefined)?.map(({ type }) => type) : body?.['type'];
      const expected = operation['operationId'] === 'events.send' ? ['array', 'object'] : 'object';
      expect(method === 'post' ? bodyType : Array.isArray(parameters)).toEqual(method === 'post' ? expected : true);
    }
    const all = [...objects(spec)];
    const references = all.map(([, object]) => object['$ref']).filter((reference) => typeof reference === 'string');
    const follow = (reference: string) => reference.split('/').slice(1).reduce<unknown>((value, key) => (value as Json | undefined)?.[key], spec);
    expect(references.filter((reference) => typeof follow(reference) !== 'object')).toEqual([]);
    const types = all.filter(([at, object]) => typeof object['type'] === 'string' && !at.endsWith('/properties') && !at.includes('/securitySchemes/')).map(([, object]) => String(object['type']));
    expect([...new Set(types)].filter((type) => !SCHEMA_TYPES.has(type))).toEqual([]);
  });

  it('says which endpoints are open, and lists all errors', () => {
    expect(spec.paths['/api/auth/login']?.['post']?.['security']).toEqual([]);
    expect(spec.paths['/api/auth/me']?.['get']?.['security']).toBeUndefined();
    expect(spec).toMatchObject({ security: [{ token: [] }] });
    expect(spec.paths['/api/v1/events']?.['post']?.['security']).toEqual([{ key: [] }]);
    const names = [...objects(spec.components)].flatMap(([, object]) => (Array.isArray(object['enum']) ? [object['enum']] : []));
    expect(names).toEqual([Object.keys(ERRORS)]);
  });
});

describe('the docs page', () => {
  it('shows every endpoint with its path and summary, and every error', () => {
    for (const { url } of allPlaces()) expect(page).toContain(`<code>${url}</code>`);
    for (const { summary } of allEndpoints()) expect(page).toContain(summary.replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;'));
    for (const name of Object.keys(ERRORS)) expect(page).toContain(`<code>${name}</code>`);
    expect(page).toContain('<code>query_time</code>');
    expect(page).toContain('<code>meta.pagination.total</code>');
    expect(page).toContain('<code>list[].key</code>');
    expect(page).toContain('prefers-color-scheme:dark');
  });

  it('asks for nothing else and runs no script', async () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:\/\//iu);
    const { headers } = await world.app.inject({ method: 'GET', url: '/api/docs' });
    expect(headers['content-type']).toMatch(/^text\/html/u);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; /u);
  });

  it('has balanced tags', () => {
    const open: string[] = [];
    for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gu)) {
      if (['meta', 'br'].includes(name)) continue;
      if (!slash) open.push(name);
      else if (open.at(-1) === name) open.pop();
      else open.push(`closing ${name}`);
    }
    expect(open).toEqual([]);
  });

  it('escapes whatever it shows', () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const schema = { type: 'object', properties: { [evil]: { type: 'string', default: evil, pattern: evil, enum: [evil] } } };
    const html = docsPage(
      {
        info: { title: evil, version: evil, description: evil },
        paths: {
          [evil]: {
            [evil]: {
              operationId: evil, summary: evil, tags: [evil], security: [],
              parameters: [{ name: evil, schema: { type: evil } }],
              responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties: { data: schema } } } } } },
            },
            post: {
              operationId: evil, tags: [evil], requestBody: { content: { 'application/json': { schema } } },
              responses: { 200: { content: { 'application/json': { schema } } } },
            },
          },
        },
      },
      { [evil]: { status: 400, message: evil } },
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    for (const [, value] of html.matchAll(/(?:id|href)="([^"]*)"/gu)) expect(value).not.toMatch(/[<>']/u);
  });
});

describe('the fields of a schema', () => {
  it('are listed flat, with what is worth knowing', () => {
    const fields = describeFields({
      type: 'object',
      required: ['list'],
      properties: {
        list: { type: 'array', items: { type: 'object', required: ['num'], properties: { key: { type: ['string', 'null'] }, num: { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991 } } } },
        query_time: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] },
        kind: { enum: ['a', 'b'], default: 'a' },
        either: { anyOf: [{ type: 'null' }, { type: 'object', properties: { deep: { const: 1 } } }] },
        whatever: {},
      },
    });
    expect(fields.map(({ path, type, required, notes }) => [path, type, required, notes])).toEqual([
      ['list', 'list of object', true, ''],
      ['list[].key', 'string | null', false, ''],
      ['list[].num', 'integer', true, 'at least 0'],
      ['query_time', '[string, string]', false, ''],
      ['kind', '"a" | "b"', false, 'default "a"'],
      ['either', 'null | object', false, ''],
      ['either.deep', '1', false, ''],
      ['whatever', 'any', false, ''],
    ]);
    expect(describeFields({ type: 'null' })).toEqual([{ path: '(itself)', type: 'null', required: true, notes: '' }]);
    expect(describeFields({ type: 'object', properties: {} })).toEqual([]);
    expect(describeFields({ type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }).map((field) => field.path)).toEqual(['(itself)', '[].a']);
  });
});
