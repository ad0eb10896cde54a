import { z } from 'zod';

/** The part of JSON Schema that the contract's schemas come out as. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly prefixItems?: readonly JsonSchema[] | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly [key: string]: unknown;
}

/** Reads any JSON Schema; keys that are not shown are let through. */
export const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    // `items: false` closes a tuple.
    items: z.union([z.boolean().transform(() => undefined), jsonSchema]).optional(),
    prefixItems: z.array(jsonSchema).optional(),
    anyOf: z.array(jsonSchema).optional(),
    enum: z.array(z.unknown()).optional(),
  }),
);

/** One line of a table of fields. */
export interface Field {
  /** Dotted; `[]` stands for the items of a list. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly notes: string;
}

/** Bounds worth a reader's time; a safe-integer bound that every number has is none. */
const NOTED: readonly (readonly [key: string, words: string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
  ['pattern', 'like'],
];

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return schema.prefixItems ? `[${schema.prefixItems.map(typeOf).join(', ')}]` : `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (typeof schema.type === 'string') return schema.type;
  return schema.type ? schema.type.join(' | ') : 'any';
}

function notesOf(schema: JsonSchema): string {
  const notes = NOTED.flatMap(([key, words]) => {
    const value = schema[key];
    const shown = typeof value === 'string' || (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER);
    return shown ? [`${words} ${String(value)}`] : [];
  });
  if (typeof schema['description'] === 'string') notes.push(schema['description']);
  if (schema.default !== undefined) notes.unshift(`default ${JSON.stringify(schema.default)}`);
  return notes.join('; ');
}

/** Every field of a schema, nested ones under dotted paths, in the order of the schema. */
export function describeFields(schema: JsonSchema, at = '', required = true): Field[] {
  const own: Field[] = at === '' && schema.properties ? [] : [{ path: at === '' ? '(itself)' : at, type: typeOf(schema), required, notes: notesOf(schema) }];
  const nested: Field[] = [];
  const needed = new Set(schema.required);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    nested.push(...describeFields(property, at === '' ? name : `${at}.${name}`, needed.has(name)));
  }
  if (schema.items && inner(schema.items)) nested.push(...describeFields(schema.items, `${at}[]`).filter((field) => field.path !== `${at}[]`));
  for (const option of schema.anyOf ?? []) if (inner(option)) nested.push(...describeFields(option, at).filter((field) => field.path !== at));
  return [...own, ...nested];
}

/** Whether there is anything to show inside. */
function inner(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.items !== undefined || schema.anyOf !== undefined;
}
