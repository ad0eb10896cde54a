import { z } from 'zod';
import { escapeHtml } from '../escape-html.js';
import { groupBy } from '../group-by.js';
import { describeFields, type JsonSchema, jsonSchema } from './docs-fields.js';

/** The style sheet, inline so that the page asks for nothing else; follows the reader's light or dark setting. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--line:#d9dde3;--soft:#f5f7fa;--ink:#1f2329;--dim:#5c6470;--accent:#1668dc}
@media (prefers-color-scheme:dark){:root{--line:#3a3f47;--soft:#22262c;--ink:#e6e8eb;--dim:#a3abb6;--accent:#6cb1ff}}
body{margin:0 auto;max-width:64rem;padding:1.5rem;font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:Canvas}
h1{margin:0 0 .25rem}h2{margin:2.5rem 0 .5rem;border-bottom:1px solid var(--line)}p{margin:.25rem 0 .75rem}
a{color:var(--accent)}nav a{margin-right:1rem}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}summary{cursor:pointer}
summary .method{display:inline-block;min-width:4rem;font-weight:600;color:var(--accent)}.dim{color:var(--dim)}
table{border-collapse:collapse;width:100%;margin:.25rem 0 1rem}th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border:1px solid var(--line)}
th{background:var(--soft);font-weight:600}h4{margin:.75rem 0 .25rem}
`;

/** The part of an OpenAPI description that is shown. */
const operation = z.object({
  operationId: z.string(),
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean().default(false), schema: jsonSchema })).optional(),
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: jsonSchema }) }) }).optional(),
  // A download has no JSON to describe.
  responses: z.object({ 200: z.object({ description: z.string().default(''), content: z.object({ 'application/json': z.object({ schema: jsonSchema }).optional() }) }) }),
});
const description = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default('') }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

type Operation = z.infer<typeof operation>;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((text, at) => `<td>${at === 0 ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text)}</td>`).join('')}</tr>`).join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

function fields(schema: JsonSchema): string {
  const rows = describeFields(schema);
  if (rows.length === 0) return '<p class="dim">none</p>';
  return table(['Field', 'Type', 'Required', 'Notes'], rows.map((row) => [row.path, row.type, row.required ? 'yes' : '', row.notes]));
}

function inputOf({ requestBody, parameters = [] }: Operation): JsonSchema {
  if (requestBody) return requestBody.content['application/json'].schema;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
    required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
}

function accessOf({ security }: Operation): string {
  if (security === undefined) return 'signed in';
  return security.length === 0 ? 'open to everyone' : 'API key of a site';
}

function section(path: string, method: string, spec: Operation): string {
  const { description: said, content } = spec.responses[200];
  const json = content['application/json'];
  const answer = json === undefined ? `<h4>Answer</h4>\n<p>${escapeHtml(said)}.</p>` : `<h4>Answer (<code>data</code>)</h4>\n${fields(json.schema.properties?.['data'] ?? {})}`;
  const access = accessOf(spec);
  return `<details id="${escapeHtml(spec.operationId)}"><summary><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code>
<span class="dim">${escapeHtml(spec.summary)}</span></summary>
<p class="dim">${escapeHtml(spec.operationId)}, ${access}</p>
<h4>${spec.requestBody ? 'Body (JSON)' : 'Query'}</h4>
${fields(inputOf(spec))}
${answer}
</details>`;
}

/**
 * The readable page of an OpenAPI description: groups, endpoints, fields of input and answer, and the error table.
 * Everything in it is escaped; it needs no script and no other request.
 * @throws when the description is not what openApi() makes.
 */
export function docsPage(openapi: unknown, errors: Readonly<Record<string, { readonly status: number; readonly message: string }>>): string {
  const { info, paths } = description.parse(openapi);
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, spec]) => ({ path, method, spec })));
  const groups = groupBy(operations, ({ spec }) => spec.tags[0] ?? 'other');
  const names = [...groups.keys()];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(info.title)} API</title><style>${DOCS_STYLE}</style></head>
<body>
<h1>${escapeHtml(info.title)} API</h1>
<p class="dim">version ${escapeHtml(info.version)}. ${escapeHtml(info.description)} Machine-readable: <a href="/api/openapi.json">openapi.json</a></p>
<nav>${names.map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join('')}<a href="#errors">errors</a></nav>
${[...groups].map(([name, own]) => `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>\n${own.map(({ path, method, spec }) => section(path, method, spec)).join('\n')}`).join('\n')}
<h2 id="errors">errors</h2>
${table(['data.error', 'Status', 'Meaning'], Object.entries(errors).map(([name, { status, message }]) => [name, String(status), message]))}
</body>
</html>
`;
}
