import type { Plugin } from 'vite';

/**
 * The texts that are needed before the signed-in frame is there, by the first word of their keys: the sign-in page,
 * what stands outside the frame, titles, and everything that can fail. A test walks the sources and tells what is missing.
 */
export const FIRST_WORDS: readonly string[] = [
  'app', 'authRedirect', 'common', 'error', 'error401', 'error404', 'factor', 'failure', 'invitation', 'layout', 'login', 'panel', 'password', 'reach', 'route', 'session', 'unreachable', 'view',
];

type Texts = Readonly<Record<string, string>>;
export type TextPart = 'first' | 'rest';

/** One part of a language's texts. */
export function textPart(texts: Texts, part: TextPart): Texts {
  const isFirst = (key: string): boolean => FIRST_WORDS.includes(key.split('.', 1)[0] ?? '');
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isFirst(key) === (part === 'first')));
}

const NAME = /^virtual:(first|rest)-texts\/(\w+)$/u;

/**
 * Offers each language in two parts, as the modules `virtual:first-texts/<language>` and `virtual:rest-texts/<language>`: two thirds of what the console
 * says are needed by screens alone, and come beside them.
 * @param languages the texts by language
 */
export function textParts(languages: Readonly<Record<string, Texts>>): Plugin {
  return {
    name: 'text-parts',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, part, language = ''] = NAME.exec(id.slice(1)) ?? [];
      const texts = languages[language];
      return part === undefined || texts === undefined ? undefined : `export default ${JSON.stringify(textPart(texts, part as TextPart))};`;
    },
  };
}
