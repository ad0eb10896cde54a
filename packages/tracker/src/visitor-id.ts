import { attempt } from './attempt.js';
import { randomId } from './id.js';

const KEY = 'footfall.id';

/** The visitor's id on this site, made on the first visit; undefined where the browser keeps nothing. */
export function visitorId(): string | undefined {
  return attempt(() => {
    const known = localStorage.getItem(KEY);
    if (/^[0-9a-f]{16}$/.test(known ?? '')) return known as string;
    const made = randomId();
    localStorage.setItem(KEY, made);
    return made;
  });
}

/** Forgets it: the site no longer wants one. */
export function forgetVisitorId(): void {
  attempt(() => localStorage.removeItem(KEY));
}
