import { hash, randomBytes } from 'node:crypto';

/** Beyond guessing: the hash needs neither salt nor slowness. */
const TOKEN_BYTES = 32;
/** Characters after the prefix by which one is told from another. */
const HINT_LENGTH = 6;

/** What a token is kept and found by: SHA-256, hex. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');

/** A new one, told once; its hint may be shown. */
export function newToken(prefix: string): { readonly token: string; readonly hint: string } {
  const token = `${prefix}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  return { token, hint: token.slice(0, prefix.length + HINT_LENGTH) };
}
