import { z } from 'zod';
import type { Access, Endpoint } from './endpoint.js';
import { ERRORS } from './errors.js';

type Json = Record<string, unknown>;

const BASE = '/api';

/** Query and body are described as a caller writes them, answers as they arrive. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _ignored, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function queryParameters(endpoint: Endpoint): Json[] {
  const schema = schemaOf(endpoint.input, 'input');
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((schema['required'] ?? []) as string[]);
  return Object.entries(properties).map(([name, property]) => ({ name, in: 'query', required: required.has(name), schema: property }));
}

/** The answer of a download. */
const FILE: Json = {
  description: 'The file; its name stands in the header `filename`, percent-encoded, and the number of its rows in `x-total-rows`',
  content: { 'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } } },
};

/** What an operation asks for besides what all do. */
function securityOf(access: Access): Json {
  if (access === 'public') return { security: [] };
  return access === 'site-key' ? { security: [{ key: [] }] } : {};
}

function operation(endpoint: Endpoint, id: string, method: Endpoint['method']): Json {
  const body = method === 'POST'
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.input, 'input') } } } }
    : { parameters: queryParameters(endpoint) };
  return {
    operationId: id,
    summary: endpoint.summary,
    tags: [endpoint.id.split('.')[0]],
    ...securityOf(endpoint.access),
    ...body,
    responses: {
      200: endpoint.file ? FILE : {
        description: 'Well',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'message', 'data'],
              properties: { code: { const: 200 }, message: { type: 'string' }, data: schemaOf(endpoint.output, 'output') },
            },
          },
        },
      },
      default: { $ref: '#/components/responses/failure' },
    },
  };
}

/** The OpenAPI 3.1 description of the given endpoints. */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const places = [{ method: endpoint.method, path: endpoint.path, id: endpoint.id }];
    endpoint.aliases.forEach((alias, at) => places.push({ ...alias, id: `${endpoint.id}.${at + 1}` }));
    for (const { method, path, id } of places) {
      (paths[BASE + path] ??= {})[method.toLowerCase()] = operation(endpoint, id, method);
    }
  }
  const names = Object.keys(ERRORS);
  return {
    openapi: '3.1.0',
    info: { title: 'Footfall', version, description: 'Every body is {code, message, data}; code 200 when well, else the HTTP status.' },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, key: { type: 'http', scheme: 'bearer', description: 'An API key of a site, from Websites.' } },
      responses: {
        failure: {
          description: 'Not well: data.error names the failure',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'message', 'data'],
                properties: {
                  code: { type: 'integer' },
                  message: { type: 'string' },
                  data: { type: 'object', required: ['error'], properties: { error: { enum: names } } },
                },
              },
            },
          },
        },
      },
    },
  };
}
