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
 * | d   | milliseconds since the view happened (a retried beacon says how old it is) | e | [name, properties]: a custom event, and so no page view |
 * | s   | [screen width, height, available width, height] CSS pixels | p | device pixel ratio |
 * | c   | logical CPU cores                   | m | device memory, GiB |
 * | k   | max touch points                    | l | languages, preferred first, comma separated |
 * | z   | IANA time zone                      | g | [GPU vendor, GPU renderer] |
 * | o   | navigator.platform                  | n | connection type (`wifi`, `4g`, ...) |
 * | b   | [charging 0/1, level 0..1]          | h | client hints {platform, platformVersion, architecture, model, mobile, brands} |
 *
 * `v`, `i`, `u`, `d` and `e` say what is to be counted: wrong, they refuse the beacon. Everything else is a fact about it:
 * wrong, it is left out alone and the view still counts. `server/src/collect/check-hit.ts` does the same by hand.
 */
export const COLLECT_PATH = '/collect';
export const HIT_VERSION = 1;
/** Bytes: a beacon of honest size is 600; browsers stop `sendBeacon` at 64 KiB. */
export const MAX_HIT_BYTES = 65_536;
export const MAX_URL_LENGTH = 4_096;

/** A day: what waited longer in a browser is too old to be placed among the visits of its time. */
export const MAX_AGE_MS = 86_400_000;
export const MAX_EVENT_NAME = 64;
/** Bounds of an event's properties: how many, and the length of a key and of a text value. */
export const EVENT_PROPS = { count: 20, key: 64, text: 255 } as const;

const text = (max: number) => z.string().max(max);
const pixels = z.number().int().min(0).max(100_000);

/** A fact that may be absent, and is taken for absent when it is not what it should be. */
const fact = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);
const factText = <T extends z.ZodType<string, string>>(shape: T) => z.union([shape, z.literal('')]).default('').catch('');

export const clientHints = z.object({
  platform: fact(text(64)),
  platformVersion: fact(text(64)),
  architecture: fact(text(32)),
  model: fact(text(128)),
  mobile: fact(z.boolean()),
  brands: fact(z.array(z.tuple([text(64), text(32)])).max(10)),
});
export type ClientHints = z.infer<typeof clientHints>;

/** A custom event's name and its properties, a flat record. */
export const customEvent = z.tuple([
  text(MAX_EVENT_NAME).min(1),
  z
    .record(text(EVENT_PROPS.key), z.union([text(EVENT_PROPS.text), z.number(), z.boolean()]))
    .refine((properties) => Object.keys(properties).length <= EVENT_PROPS.count, `at most ${EVENT_PROPS.count} properties`),
]);
export type CustomEvent = z.infer<typeof customEvent>;

export const hit = z.object({
  v: z.literal(HIT_VERSION),
  i: z.string().regex(/^[0-9a-f]{16}$/u),
  u: text(MAX_URL_LENGTH),
  d: z.number().int().min(0).max(MAX_AGE_MS).default(0),
  e: customEvent.optional(),
  r: factText(text(MAX_URL_LENGTH)),
  t: factText(text(512)),
  f: factText(z.string().regex(/^[0-9a-f]{16}$/u)),
  s: fact(z.tuple([pixels, pixels, pixels, pixels])),
  p: fact(z.number().min(0).max(100)),
  c: fact(z.number().int().min(0).max(4_096)),
  m: fact(z.number().min(0).max(65_536)),
  k: fact(z.number().int().min(0).max(1_000)),
  l: factText(text(200)),
  z: factText(text(64)),
  g: fact(z.tuple([text(256), text(256)])),
  o: factText(text(64)),
  n: factText(text(32)),
  b: fact(z.tuple([z.union([z.literal(0), z.literal(1)]), z.number().min(0).max(1)])),
  h: fact(clientHints),
});
export type Hit = z.infer<typeof hit>;
export type WireHit = z.input<typeof hit>;
