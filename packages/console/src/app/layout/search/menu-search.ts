import Fuse from 'fuse.js';
import type { TextKey } from '../../../i18n/texts/en';
import type { ConsoleRoute } from '../../routes';

/** One screen as the search knows it. */
export interface MenuDoc {
  readonly path: string;
  /** Its ancestors' titles, then its own. */
  readonly titles: readonly string[];
  /** Of each title the whole reading and its initials; and the initials of all in a row. */
  readonly readings: readonly string[];
}

type Readings = Readonly<Record<string, readonly string[]>>;

/** @param readings the syllables of the titles by their keys; none where the language has none or they are not wanted */
export function menuDocs(routes: readonly ConsoleRoute[], t: (key: TextKey) => string, readings: Readings): readonly MenuDoc[] {
  return routes.map(({ path, group, title }) => {
    const keys = [...(group ? [group.title] : []), title];
    const syllables = keys.map((key) => readings[key] ?? []);
    const initials = syllables.map((word) => word.map((syllable) => syllable[0] ?? '').join(''));
    const all = [...syllables.map((word) => word.join('')), ...initials, initials.join('')];
    return { path, titles: keys.map((key) => t(key)), readings: [...new Set(all)].filter((reading) => reading !== '') };
  });
}

/**
 * Finds screens by parts of their titles, readings and paths, best first, forgiving small errors; all of them for an
 * empty text. Source of threshold and weights: specification 2, section 9; of the rest: CONSOLE, section 1.9.
 */
export function createMenuSearch(docs: readonly MenuDoc[]): (text: string) => readonly MenuDoc[] {
  const index = new Fuse(docs, {
    threshold: 0.4,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
    shouldSort: true,
    keys: [{ name: 'titles', weight: 0.7 }, { name: 'readings', weight: 0.3 }, { name: 'path', weight: 0.3 }],
  });
  return (text) => (text.trim() === '' ? docs : index.search(text.trim()).map(({ item }) => item));
}
