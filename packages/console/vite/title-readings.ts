import { pinyin } from 'pinyin-pro';
import type { Plugin } from 'vite';

const NAME = 'virtual:title-readings';
const RESOLVED = `\0${NAME}`;

/** Only what the menu shows is searched. */
const PREFIX = 'route.';

/**
 * How the Chinese titles of the menu are read: their syllables, without tones, ü as v. Read here, while building,
 * because the dictionary that knows how characters are read in a word is a hundred times larger than the readings.
 * @param texts the console's Chinese texts
 */
export function titleReadings(texts: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const titles = Object.entries(texts).filter(([key]) => key.startsWith(PREFIX));
  return Object.fromEntries(titles.map(([key, title]) => [key, pinyin(title, { toneType: 'none', type: 'array', v: true })]));
}

/** Offers them as the module `virtual:title-readings`. */
export function titleReadingsModule(texts: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'title-readings',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(titleReadings(texts))};` : undefined),
  };
}
