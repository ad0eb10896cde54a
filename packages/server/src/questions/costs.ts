/** What questions are reckoned to take, by what they took before. A question is of several kinds, the most exact first. */
export interface Costs {
  /** Milliseconds. */
  of(kinds: readonly string[]): number;
  /** @param ms that one took */
  note(kinds: readonly string[], ms: number): void;
}

/** Of what was never asked: more than most take. */
const UNKNOWN_MS = 50;
/** How much the last one says, beside those before it. */
const WEIGHT = 0.3;
const MOST_KINDS = 2_000;

export function createCosts(): Costs {
  const known = new Map<string, number>();
  return {
    of: (kinds) => known.get(kinds.find((kind) => known.has(kind)) ?? '') ?? UNKNOWN_MS,
    note(kinds, ms) {
      for (const kind of kinds) {
        const before = known.get(kind) ?? ms;
        // The one that was noted last goes last.
        known.delete(kind);
        known.set(kind, before + WEIGHT * (ms - before));
      }
      for (const oldest of known.keys()) if (known.size > MOST_KINDS) known.delete(oldest);
    },
  };
}
