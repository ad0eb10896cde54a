import { attempt } from './attempt.js';

/** 64 random bits as 16 hex digits. Where the browser has no source for secrets, a weaker one: it names a view, it guards nothing. */
export function randomId(): string {
  const bytes = new Uint8Array(8);
  if (!attempt(() => crypto.getRandomValues(bytes))) bytes.forEach((_, at) => (bytes[at] = Math.random() * 256));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
