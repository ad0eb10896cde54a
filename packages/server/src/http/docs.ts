import { createHash } from 'node:crypto';
import { type Endpoint, ERRORS, openApi } from '@footfall/contract';
import type { FastifyInstance } from 'fastify';
import { docsPage, DOCS_STYLE } from './docs-page.js';

/** `GET /api/openapi.json` and `GET /api/docs`: the contract, for machines and for people. Both are made once, when they are first asked for. */
export function registerDocs(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  const style = createHash('sha256').update(DOCS_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const make = (): { readonly json: string; readonly page: string } => {
    const description = openApi(endpoints, version);
    return { json: JSON.stringify(description), page: docsPage(description, ERRORS) };
  };
  let made: ReturnType<typeof make> | undefined;
  const docs = (): ReturnType<typeof make> => (made ??= make());

  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(docs().json));
  app.get('/api/docs', async (_request, reply) => reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(docs().page));
}
