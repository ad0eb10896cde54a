import { createHash } from 'node:crypto';
import { type Endpoint, ERRORS, openApi } from '@footfall/contract';
import type { FastifyInstance } from 'fastify';
import { docsPage, DOCS_STYLE } from './docs-page.js';

/** `GET /api/openapi.json` and `GET /api/docs`: the contract, for machines and for people. Both are made once. */
export function registerDocs(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  const description = openApi(endpoints, version);
  const json = JSON.stringify(description);
  const page = docsPage(description, ERRORS);
  const style = createHash('sha256').update(DOCS_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(json));
  app.get('/api/docs', async (_request, reply) => reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page));
}
