import { Remembered } from '../../enrich/remembered.js';
import { detached } from '../../enrich/text.js';

/** A text of which something is asked, such as whether an agent is a crawler's. */
export interface Known {
  readonly text: string;
  /** Null until it is answered. */
  is: boolean | null;
}

/** Distinct texts held at once. */
const MAX_TEXTS = 20_000;

/**
 * Agents and hosts come again and again: each is held once, with what was answered of it, so that whatever looks a text up further on finds the
 * very same one.
 * @param ask called once for each text; answers by setting `is`, at once or later
 */
export function createKnownTexts(ask: (known: Known) => void): (text: string) => Known {
  const all = new Remembered<Known>(MAX_TEXTS);

  return (text) => {
    const held = all.get(text);
    if (held !== undefined) return held;
    const known: Known = { text: detached(text), is: null };
    all.set(known.text, known);
    ask(known);
    return known;
  };
}
