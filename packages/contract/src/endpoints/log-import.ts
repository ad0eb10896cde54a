import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { refusalReason } from '../refusal.js';
import { count } from '../shapes.js';

/** What became of the lines of a log: lines = visits + spider_hits + the sum of `refused`. */
const logReport = z.object({
  lines: count,
  visits: count,
  spider_hits: count,
  refused: z.partialRecord(refusalReason, count),
  /** Times of the first and last request that was counted, milliseconds UTC; null without one. */
  first_at: z.number().nullable(),
  last_at: z.number().nullable(),
});
export type LogReport = z.infer<typeof logReport>;

/** How far an upload is. `report` is final once `done`. */
const uploadState = z.object({
  /** Bytes of the file that were taken: the next part begins there. */
  received: count,
  report: logReport,
  done: z.boolean(),
});
export type LogUploadState = z.infer<typeof uploadState>;

/** Bytes of a part at most, before they are written as base64. */
export const LOG_PART_BYTES = 524_288;
/** Characters of base64 that so many bytes are. */
const PART_TEXT = Math.ceil(LOG_PART_BYTES / 3) * 4;

const upload = z.object({ id: z.string().max(64) });
/** The server may wait for the store, or for another import's turn. */
const PATIENCE = 60_000;

export const logImport = {
  formats: defineEndpoint({
    id: 'logImport.formats',
    method: 'GET',
    path: '/log-import/formats',
    access: 'admin',
    summary: 'The layouts of access logs that can be imported.',
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ name: z.string(), summary: z.string() })) }),
  }),
  start: defineEndpoint({
    id: 'logImport.start',
    method: 'POST',
    path: '/log-import/start',
    access: 'admin',
    summary: 'Begin to upload an access log, plain or packed with gzip. It follows in parts.',
    input: z.object({
      domain: z.string().min(1).max(253),
      name: z.string().max(255),
      /** The name of a layout, `auto`, or a format string of goaccess, Apache or nginx. */
      format: z.string().min(1).max(2_000).default('auto'),
      date_format: z.string().max(100).optional(),
      time_format: z.string().max(100).optional(),
      /** Leaves out the page views of people, which the tracker counts where a site has it. */
      crawlers_only: z.boolean().default(false),
      /** Tells what would become of the lines and stores nothing. */
      dry_run: z.boolean().default(false),
    }),
    output: upload,
  }),
  part: defineEndpoint({
    id: 'logImport.part',
    method: 'POST',
    path: '/log-import/part',
    access: 'admin',
    summary: 'The next bytes of an upload. Where they do not begin at `received`, or there is no room yet, nothing of them is taken: send from `received`.',
    input: upload.extend({
      /** Where the part begins in the file. */
      at: z.number().int().nonnegative(),
      /** At most 512 KiB, as base64. */
      data: z.base64().max(PART_TEXT),
    }),
    output: uploadState,
    timeout: PATIENCE,
  }),
  finish: defineEndpoint({
    id: 'logImport.finish',
    method: 'POST',
    path: '/log-import/finish',
    access: 'admin',
    summary: 'The file has ended. Answers within a few seconds; ask again until it is done.',
    input: upload,
    output: uploadState,
    timeout: PATIENCE,
  }),
  cancel: defineEndpoint({
    id: 'logImport.cancel',
    method: 'POST',
    path: '/log-import/cancel',
    access: 'admin',
    summary: 'Give an upload up. What was stored stays, and is left out when the file is imported again.',
    input: upload,
    output: z.null(),
  }),
};
