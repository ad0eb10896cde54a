/** A text that comes with the screens can not be shown before them: what is drawn outside the signed-in frame must find its words in the first part. */
import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/texts/en';
import { ja } from '../../src/i18n/texts/ja';
import { FIRST_WORDS, textPart } from '../../vite/text-parts';
import { SOURCES } from './sources';

const files = new Map(SOURCES.map(({ path, text }) => [path, text]));
const KEYS: ReadonlySet<string> = new Set(Object.keys(en));

/** The source behind a relative import. */
function resolved(from: string, name: string): string | undefined {
  const base = new URL(name, `http://x/${from}`).pathname.slice(1);
  return [`${base}.tsx`, `${base}.ts`].find((path) => files.has(path));
}

/** A source and all that it can not run without; what is fetched later is not. */
function closure(start: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (path: string): void => {
    const text = files.get(path);
    if (text === undefined || found.has(path)) return;
    found.add(path);
    for (const [, kind, name = ''] of text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from '(\.[^']+)'/gmu)) {
      const next = kind === undefined ? resolved(path, name) : undefined;
      if (next !== undefined) add(next);
    }
  };
  start.forEach(add);
  return found;
}

/** The keys that a source names, whole or up to where they are computed. */
function wordsIn(text: string): string[] {
  const literals = [...text.matchAll(/['"]([\w.-]+)['"]/gu)].map(([, key = '']) => key).filter((key) => KEYS.has(key));
  const computed = [...text.matchAll(/`([\w-]+)\.[^`]*\$\{/gu)].map(([, word = '']) => `${word}.`).filter((start) => [...KEYS].some((key) => key.startsWith(start)));
  return [...literals, ...computed].map((key) => key.split('.')[0] ?? '');
}

describe('the first part of the texts', () => {
  const outside = closure(['app/main.tsx', 'app/notice-host.tsx', 'screens/login/login.tsx', 'screens/invitation/invitation.tsx', 'screens/auth-redirect/auth-redirect.tsx', 'screens/errors/not-found.tsx', 'screens/errors/forbidden.tsx']);

  it('is looked for in all that is drawn outside the frame, and nothing within', () => {
    for (const path of ['app/guard.tsx', 'app/failure-messages.tsx', 'widgets/failure-text.ts', 'app/view-banner.tsx', 'widgets/password-item.tsx']) expect([path, outside.has(path)]).toEqual([path, true]);
    expect([...outside].filter((path) => path.startsWith('app/layout/layout') || path.includes('dashboard/'))).toEqual([]);
  });

  it('has every word that is said there', () => {
    const missing = [...outside].flatMap((path) => wordsIn(files.get(path) ?? '').filter((word) => !FIRST_WORDS.includes(word)).map((word) => `${path}: ${word}`));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('has nothing that is said only by screens', () => {
    const said = new Set([...outside].flatMap((path) => wordsIn(files.get(path) ?? '')));
    expect(FIRST_WORDS.filter((word) => !said.has(word))).toEqual([]);
  });

  it('and the rest are all texts, each once', () => {
    const parts = [textPart(ja, 'first'), textPart(ja, 'rest')];
    expect(Object.assign({}, ...parts)).toEqual(ja);
    expect(parts.reduce((sum, part) => sum + Object.keys(part).length, 0)).toBe(Object.keys(ja).length);
  });
});
