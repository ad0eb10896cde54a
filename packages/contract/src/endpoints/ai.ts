import { z } from 'zod';
import { AI_TYPES } from '../catalogue/spider-types.js';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { compared, compareFields, count, cut, domainScope, exportFields, exportPaging, grain, jsonOr, localTime, pageInput, pagination, queryTime, sortDirection } from '../shapes.js';

const SCREEN = ['AiTraffic'] as const;

/** Both directions are of today unless a range is given. */
const scope = { domain: domainScope, query_time: queryTime.optional() };

/** The operator's crawlers and assistants alone; '' for all. */
const operator = z.string().max(100).default('');

/** What crawlers took, by purpose, and the visits that assistants sent. */
const taken = z.object({ ai_training: count, ai_search: count, ai_assistant: count });
const flows = taken.extend({ taken: count, sent: count });

const operatorRow = flows.extend({
  operator: z.string(),
  /** Requests for each visit sent, to two decimals; null where none was sent. */
  ratio: z.number().nonnegative().nullable(),
  /** In the range compared with; absent where nothing is compared. */
  taken_before: count.optional(),
  sent_before: count.optional(),
  /** Of the range, most requests first. */
  crawlers: z.array(z.object({ type: z.enum(AI_TYPES), name: z.string(), num: count, last_at: localTime })),
  /** Most visits first. */
  assistants: z.array(z.object({ name: z.string(), num: count })),
});
export type AiOperator = z.infer<typeof operatorRow>;

const pageRow = flows.extend({ key: z.string() });
export type AiPage = z.infer<typeof pageRow>;

const operatorsQuery = { ...scope, ...compareFields, sort: jsonOr(z.partialRecord(z.enum(['operator', 'taken', ...AI_TYPES, 'sent', 'ratio']), sortDirection)).default({}) };
const pagesQuery = {
  ...scope,
  operator,
  /** Contained in the address, whatever the case. */
  search: z.string().max(200).default(''),
  /** `path`: addresses laid together without what stands behind the `?`. */
  fold: z.enum(['', 'path']).default(''),
  sort: jsonOr(z.partialRecord(z.enum(['key', 'taken', ...AI_TYPES, 'sent']), sortDirection)).default({}),
};

export const ai = {
  operators: defineEndpoint({
    id: 'ai.operators',
    method: 'GET',
    path: '/ai/operators',
    access: SCREEN,
    summary: 'Who runs AI crawlers and assistants: what they took, by purpose, and the visits that they sent back; most requests first.',
    input: pageInput.extend(operatorsQuery),
    output: z.object({
      list: z.array(operatorRow),
      /** Over all operators, whatever the page. */
      total: flows.extend({ ratio: z.number().nonnegative().nullable(), taken_before: count.nullable(), sent_before: count.nullable() }),
      compared: compared.nullable(),
      meta: z.object({ pagination }),
      cut,
    }),
  }),
  operatorsExport: defineDownload({
    id: 'ai.operators_export',
    path: '/ai/operators_export',
    access: SCREEN,
    summary: 'Who runs AI crawlers and assistants, as a file.',
    input: z.object({ ...operatorsQuery, ...exportPaging, ...exportFields }),
  }),
  trend: defineEndpoint({
    id: 'ai.trend',
    method: 'GET',
    path: '/ai/trend',
    access: SCREEN,
    summary: 'What AI crawlers took by purpose, and the visits sent by assistant, over time: by hour up to two days, else by day.',
    input: z.object({ ...scope, operator, grain: grain.optional() }),
    output: z.object({
      grain,
      keys: z.array(localTime),
      /** Most first; `values` are as many as `keys`. */
      taken: z.array(z.object({ name: z.enum(AI_TYPES), total: count, values: z.array(count) })),
      sent: z.array(z.object({ name: z.string(), total: count, values: z.array(count) })),
      cut,
    }),
  }),
  pages: defineEndpoint({
    id: 'ai.pages',
    method: 'GET',
    path: '/ai/pages',
    access: SCREEN,
    summary: 'The addresses that AI crawlers took, beside the visits that assistants sent to them; most requests first.',
    input: pageInput.extend(pagesQuery),
    output: z.object({ list: z.array(pageRow), total: flows, meta: z.object({ pagination }), cut }),
  }),
  pagesExport: defineDownload({
    id: 'ai.pages_export',
    path: '/ai/pages_export',
    access: SCREEN,
    summary: 'The addresses that AI crawlers took, with the visits sent to them, as a file.',
    input: z.object({ ...pagesQuery, ...exportPaging, ...exportFields }),
  }),
};
