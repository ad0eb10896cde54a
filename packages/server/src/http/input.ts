import { type Endpoint, FootfallError } from '@footfall/contract';
import { z } from 'zod';
import type { Query } from './query.js';

/** What is wrong with one field; `path` is dotted, '' is the whole input. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Checks what came in against an endpoint's schema. */
export interface InputReader {
  /** @throws FootfallError `request.invalid` with `fields` */
  query(query: Query): unknown;
  /** @throws FootfallError `request.invalid` with `fields` */
  body(body: unknown): unknown;
}

const MAX_PROBLEMS = 20;

/** The part of JSON Schema that is read here. */
const objectSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

/** The reader of an endpoint's input, prepared once at start. */
export function inputReader(endpoint: Endpoint): InputReader {
  const schema = objectSchema.parse(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }));
  const required = new Set(schema.required);
  const lists = new Set(Object.entries(schema.properties).filter(([, field]) => field.type === 'array').map(([name]) => name));
  return {
    query(query) {
      const input: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(query)) {
        // A form sends its empty fields too: where a field may be left out, empty is left out.
        const empty = typeof value === 'string' ? value === '' : value.every((item) => item === '');
        if (empty && !required.has(name)) continue;
        Object.defineProperty(input, name, { value: lists.has(name) && typeof value === 'string' ? [value] : value, enumerable: true });
      }
      return check(endpoint, input);
    },
    body: (body) => check(endpoint, body ?? {}),
  };
}

function check(endpoint: Endpoint, input: unknown): unknown {
  const result = endpoint.input.safeParse(input);
  if (result.success) return result.data;
  throw invalid(result.error.issues.slice(0, MAX_PROBLEMS).map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })));
}

/** The failure that names what to correct. */
export function invalid(fields: readonly FieldProblem[]): FootfallError {
  return new FootfallError('request.invalid', { fields });
}
