import { detached } from '../../enrich/text.js';

/** A text of which something is asked, such as whether an agent is a crawler's. */
export interface Known {
  readonly text: string;
  /** Null until it is answered. */
  is: boolean | null;
}

/** Distinct texts held at once. */
const MAX_TEXTS = 20_000;
/** Texts that are tried before all of them are looked through. A power of two. */
const SLOTS = 1_024;

/** By its length and three of its letters, which is done sooner than reading all of it. */
function slotOf(text: string): number {
  const { length } = text;
  const mixed =
    Math.imul(length, 0x9e3779b1) ^
    Math.imul(text.charCodeAt(length >> 2), 0x27d4eb2f) ^
    Math.imul(text.charCodeAt(length >> 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(length - (length >> 2)), 0xc2b2ae35);
  return (mixed >>> 16) & (SLOTS - 1);
}

/**
 * Agents and hosts come again and again: each is held once, with what was answered of it, so that whatever looks a text up further on finds the
 * very same one.
 * @param ask called once for each text; answers by setting `is`, at once or later
 */
export function createKnownTexts(ask: (known: Known) => void): (text: string) => Known {
  const all = new Map<string, Known>();
  const slots: (Known | undefined)[] = Array.from({ length: SLOTS });

  function added(received: string): Known {
    if (all.size >= MAX_TEXTS) all.clear();
    const known: Known = { text: detached(received), is: null };
    all.set(known.text, known);
    ask(known);
    return known;
  }

  return (text) => {
    const slot = slotOf(text);
    const held = slots[slot];
    if (held?.text === text) return held;
    const known = all.get(text) ?? added(text);
    slots[slot] = known;
    return known;
  };
}
