import type { Endpoint } from '@footfall/contract';
import { z } from 'zod';
import { BOTH, FOREIGN } from './installation.js';

/** What is tried where a schema does not say all, in this order: the site that is not granted, first of all. */
const TEXTS = [
  FOREIGN.domain, 'hidden', '2026-11-20 00:00:00', 'hidden@hidden.example', 'DE', 'aGlkZGVu', '2', 'auto', '203.0.113.9', 'secret-enough',
];

/** Where a field alone says what fits it, first of all: somebody known to both sites, the bytes of a file. */
const KNOWN: Readonly<Record<string, string>> = { ip: BOTH.ip, data: 'aGlkZGVu' };

/** Fields that an endpoint asks for although its schema can not say so: which of them depends on another. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'report.visit_info': ['ip'], 'device_logs.user_trajectory': ['ip'], 'device_logs.user_trajectory_export': ['ip'], 'suspicious.visitor': ['ip'],
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Values that may fit a JSON schema, the likeliest first; which of them do fit is for zod to say. */
function* candidates(schema: unknown, path: readonly string[]): Generator {
  if (!isObject(schema)) return;
  const known = KNOWN[path.at(-1) ?? ''];
  if (known !== undefined) yield known;
  if ('const' in schema) yield schema['const'];
  yield* listOf(schema['enum']);
  for (const option of [...listOf(schema['anyOf']), ...listOf(schema['oneOf']), ...listOf(schema['allOf'])]) yield* candidates(option, path);
  const { type } = schema;
  if (type === 'object') {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    yield Object.fromEntries(Object.entries(properties).flatMap(([name, property]) => [...candidates(property, [...path, name])].slice(0, 1).map((value) => [name, value])));
    yield {};
  }
  if (type === 'array') {
    const fixed = listOf(schema['prefixItems']);
    if (fixed.length > 0) yield* TEXTS.map((text) => fixed.map(() => text));
    for (const item of candidates(schema['items'], path)) yield [item];
    yield [];
  }
  if (type === 'integer' || type === 'number') yield* [FOREIGN.id, 1, 0];
  if (type === 'boolean') yield* [true, false];
  // Without a type: zod reads the value itself (numbers in a query).
  if (type === 'string' || type === undefined) yield* TEXTS;
  if (type === undefined) yield* [FOREIGN.id, 1, 0];
  if (schema['default'] !== undefined) yield schema['default'];
}

/** A field of an input with a value that fits it. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly value: unknown;
}

/** Fields by which an answer is asked for that may be short: the rest must not be cut off before the other site shows. */
const PAGING: Readonly<Record<string, unknown>> = { page: 1, per_page: 5_000 };

function fieldsOf(endpoint: Endpoint): Field[] {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Json;
  if (!(endpoint.input instanceof z.ZodObject)) throw new Error(`${endpoint.id}: the input is no object; teach this test to make one`);
  const shape = endpoint.input.shape as Record<string, z.ZodType>;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = listOf(schema['required']);
  return Object.entries(shape).map(([name, field]) => {
    const tried = name in PAGING ? [PAGING[name]] : [...candidates(properties[name], [name])];
    const value = tried.find((candidate) => field.safeParse(candidate).success);
    if (value === undefined) throw new Error(`${endpoint.id}: no value is known that fits "${name}"; add one to TEXTS`);
    return { name, required: required.includes(name) || (NEEDED[endpoint.id]?.includes(name) ?? false), value };
  });
}

/** Whether a field may name a site: by its domain, by its number, or among others. */
export function takesSite(name: string): boolean {
  return /^(?:domains?|sites?|site_ids?|ids?)$/u.test(name);
}

/**
 * Inputs of an endpoint that its schema takes, each by a name: without a site as far as that can be left out, with the
 * site that is not granted in every field that may name one, and with every field filled.
 * @throws Error when no such input can be made: an endpoint that is not understood is not covered
 */
export function inputsOf(endpoint: Endpoint): ReadonlyMap<string, Record<string, unknown>> {
  const fields = fieldsOf(endpoint);
  const made = (choose: (field: Field) => boolean): Record<string, unknown> => Object.fromEntries(fields.filter(choose).map(({ name, value }) => [name, value]));
  const inputs = new Map([
    ['least', made(({ required }) => required)],
    ['paged', made(({ name, required }) => required || name in PAGING)],
    ['its site', made(({ name, required }) => required || takesSite(name) || name in PAGING)],
    ...fields.filter(({ required, name }) => !required && !(name in PAGING)).map((field): [string, Record<string, unknown>] => [`its ${field.name}`, made(({ name, required }) => required || name === field.name || name in PAGING)]),
    ['all', made(() => true)],
  ]);
  for (const [name, input] of inputs) {
    const parsed = endpoint.input.safeParse(input);
    if (!parsed.success) throw new Error(`${endpoint.id}, ${name}: ${JSON.stringify(input)} does not fit: ${parsed.error.message}`);
  }
  return inputs;
}
