import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { count, localTime, pageInput, pagination } from '../shapes.js';

/** Where an error of the console came from: drawing, a handler, a promise nobody took, a file that did not load, an answer of another shape. */
export const CLIENT_ERROR_KINDS = ['render', 'handler', 'promise', 'resource', 'answer'] as const;
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number];

/** Most characters that are kept of each part; a console cuts before it sends. */
export const CLIENT_ERROR_LIMITS = { message: 500, stack: 4_000, path: 200, version: 40, browser: 60, items: 20 } as const;

const { message, stack, path, version, browser, items } = CLIENT_ERROR_LIMITS;
const facts = { kind: z.enum(CLIENT_ERROR_KINDS), message: z.string().min(1).max(message), stack: z.string().max(stack), path: z.string().max(path) };

/** One error as the console tells of it: without query, names, addresses or tokens. */
export const clientErrorItem = z.object({
  ...facts,
  stack: facts.stack.default(''),
  path: facts.path.default(''),
  /** How often since it was told of last. */
  num: z.number().int().min(1).max(10_000).default(1),
});
export type ClientErrorItem = z.infer<typeof clientErrorItem>;

/** Errors of one message, stack and version, together. */
export const clientErrorGroup = z.object({
  id: z.number(),
  ...facts,
  version: z.string(),
  /** The browsers that had it, the last one first. */
  browsers: z.array(z.string()),
  num: count,
  first_seen: localTime,
  last_seen: localTime,
});
export type ClientErrorGroup = z.infer<typeof clientErrorGroup>;

export const clientErrors = {
  report: defineEndpoint({
    id: 'client_errors.report',
    method: 'POST',
    path: '/client_errors/report',
    access: 'signed-in',
    effect: 'session',
    summary: 'Tell of errors in the console. What is too many is refused and counted.',
    input: z.object({ version: z.string().max(version), browser: z.string().max(browser), items: z.array(clientErrorItem).min(1).max(items) }),
    output: z.object({ stored: count, refused: count }),
  }),
  list: defineEndpoint({
    id: 'client_errors.list',
    method: 'GET',
    path: '/client_errors/list',
    access: 'admin',
    summary: 'Errors in the console, grouped, the last seen first.',
    input: pageInput,
    output: z.object({
      list: z.array(clientErrorGroup),
      meta: z.object({ pagination }),
      /** Reports refused since the server started, and groups that had to make room. */
      refused: count,
    }),
  }),
  count: defineEndpoint({
    id: 'client_errors.count',
    method: 'GET',
    path: '/client_errors/count',
    access: 'admin',
    summary: 'How many groups of errors there are.',
    input: z.object({}),
    output: z.object({ groups: count }),
  }),
  clear: defineEndpoint({
    id: 'client_errors.clear',
    method: 'POST',
    path: '/client_errors/clear',
    access: 'admin',
    summary: 'Empty the list of errors.',
    input: z.object({}),
    output: z.null(),
  }),
};
