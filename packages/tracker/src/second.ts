/**
 * The second file: what takes a moment to find out of a browser (graphics, battery, client hints, fingerprint), and the
 * sending of what could not be sent before. Loaded by the first file, which does not need it to count.
 */
import { attempt } from './attempt.js';
import { canvasPrint } from './canvas.js';
import { fingerprint } from './fingerprint.js';
import { gpu } from './gpu.js';
import type { Facts } from './light-facts.js';
import { createResend } from './resend.js';
import { battery, hints } from './slow-facts.js';
import { readTraits } from './traits.js';
import { forgetVisitorId } from './visitor-id.js';

// For bench/fingerprint.mjs, which holds the file as it is served against recorded profiles.
export { fingerprint, readTraits };

interface Options {
  /** The site lets a drawing be read back. */
  readonly canvas: boolean;
  /** The site keeps an id with the visitor, which the fingerprint gives way to. */
  readonly id: boolean;
}

interface Started {
  readonly facts: Promise<Facts>;
  /** Sends in a while what was just put into the outbox. */
  readonly resendLater: () => void;
}

/** What the first file finds in the second. */
export interface Second {
  startSecond(collect: string, options: Options): Started;
}

/** When the page has nothing better to do, or after 300 ms. */
const idle = () => new Promise<unknown>((resolve) => ('requestIdleCallback' in self ? requestIdleCallback(resolve, { timeout: 300 }) : setTimeout(resolve)));

async function slowFacts({ canvas }: Options): Promise<Facts> {
  await idle();
  const g = attempt(gpu);
  const [h, b] = await Promise.all([hints(), battery()]);
  const drawing = canvas ? attempt(canvasPrint) : undefined;
  return { g, h, b, f: fingerprint({ ...readTraits(self), gpu: g, hints: h, drawing }) };
}

/** Begins both at once. */
export function startSecond(collect: string, options: Options): Started {
  if (!options.id) forgetVisitorId();
  const resend = createResend(collect);
  addEventListener('online', resend.now);
  if (!navigator.onLine) resend.later();
  else resend.now();
  return { facts: slowFacts(options), resendLater: resend.later };
}
