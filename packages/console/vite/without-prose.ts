import type { Plugin } from 'vite';

const PLACE = /\/packages\/contract\/src\/(?:errors|endpoints\/[\w-]+)\.ts$/u;
/** What an endpoint or an error says in English, in any kind of quotes. */
const PROSE = /\b(summary|message): (?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/gu;

/**
 * The contract tells the reader of `/api/docs` in English what each endpoint does and what each error asks for; the console says it in its own words
 * and languages, so it goes without: 3 KB less before the first screen. Should the contract say it otherwise, this finds nothing to take
 * away, and the build's check of the weight tells.
 */
export const withoutProse: Plugin = {
  name: 'without-prose',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (PLACE.test(id.replaceAll('\\', '/')) ? { code: code.replaceAll(PROSE, "$1: ''"), map: null } : undefined),
};
