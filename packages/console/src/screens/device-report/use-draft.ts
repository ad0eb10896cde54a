import { useState } from 'react';
import { type Draft, draftOf, wholeOf } from './draft';
import type { Wishes } from './report-state';

const textOf = (wishes: Wishes): string => JSON.stringify(wholeOf(draftOf(wishes)));

/**
 * The form while it is filled in. What was asked otherwise (back, a chip, a saved view) fills it anew; after a search of
 * its own the rows that are not complete yet stay.
 */
export function useDraft(asked: Wishes): readonly [Draft, (draft: Draft) => void] {
  const text = textOf(asked);
  const [kept, setKept] = useState({ text, draft: draftOf(asked) });
  if (kept.text === text) return [kept.draft, (draft) => setKept({ text, draft })];
  const draft = JSON.stringify(wholeOf(kept.draft)) === text ? kept.draft : draftOf(asked);
  setKept({ text, draft });
  return [draft, (next) => setKept({ text, draft: next })];
}
