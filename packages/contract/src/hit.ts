import { z } from 'zod';

/**
 * The wire shape of one page view as the tracker sends it: `POST /collect`, JSON in a `text/plain` body (a simple
 * request, so browsers ask no permission first). One-letter keys, because every visit pays for them:
 *
 * | key | meaning | key | meaning |
 * |-----|---------|-----|---------|
 * | v   | version of this shape, 1            | i | id of the view, 16 hex digits, made by the browser; makes a retry harmless |
 * | u   | full url of the page                | r | full referring url, '' for none |
 * | t   | document title                      | f | fingerprint, 16 hex digits |
 * | d   | milliseconds since the view happened (a retried beacon says how old it is) | | |
 * | s   | [screen width, height, available width, height] CSS pixels | p | device pixel ratio |
 * | c   | logical CPU cores                   | m | device memory, GiB |
 * | k   | max touch points                    | l | languages, preferred first, comma separated |
 * | z   | IANA time zone                      | g | [GPU vendor, GPU renderer] |
 * | o   | navigator.platform                  | n | connection type (`wifi`, `4g`, ...) |
 * | b   | [charging 0/1, level 0..1]          | h | client hints {platform, platformVersion, architecture, model, mobile, brands} |
 */
export const COLLECT_PATH = '/collect';
export const HIT_VERSION = 1;
/** Bytes: a beacon of honest size is 600; browsers stop `sendBeacon` at 64 KiB. */
export const MAX_HIT_BYTES = 65_536;
export const MAX_URL_LENGTH = 4_096;

const text = (max: number) => z.string().max(max);
const pixels = z.number().int().min(0).max(100_000);

export const clientHints = z.object({
  platform: text(64).optional(),
  platformVersion: text(64).optional(),
  architecture: text(32).optional(),
  model: text(128).optional(),
  mobile: z.boolean().optional(),
  brands: z.array(z.tuple([text(64), text(32)])).max(10).optional(),
});
export type ClientHints = z.infer<typeof clientHints>;

export const hit = z.object({
  v: z.literal(HIT_VERSION),
  i: z.string().regex(/^[0-9a-f]{16}$/u),
  u: text(MAX_URL_LENGTH),
  r: text(MAX_URL_LENGTH).default(''),
  t: text(512).default(''),
  f: z.union([z.literal(''), z.string().regex(/^[0-9a-f]{16}$/u)]).default(''),
  d: z.number().int().min(0).max(86_400_000).default(0),
  s: z.tuple([pixels, pixels, pixels, pixels]).optional(),
  p: z.number().min(0).max(100).optional(),
  c: z.number().int().min(0).max(4_096).optional(),
  m: z.number().min(0).max(65_536).optional(),
  k: z.number().int().min(0).max(1_000).optional(),
  l: text(200).default(''),
  z: text(64).default(''),
  g: z.tuple([text(256), text(256)]).optional(),
  o: text(64).default(''),
  n: text(32).default(''),
  b: z.tuple([z.union([z.literal(0), z.literal(1)]), z.number().min(0).max(1)]).optional(),
  h: clientHints.optional(),
});
export type Hit = z.infer<typeof hit>;
export type WireHit = z.input<typeof hit>;
