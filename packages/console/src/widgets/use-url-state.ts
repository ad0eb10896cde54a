import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Changes to the address's query: undefined removes. */
export type UrlChanges = Readonly<Record<string, string | undefined>>;

/** The address's query, and the way to change it: each change is a step that 'back' undoes. */
export function useUrlState(): readonly [URLSearchParams, (changes: UrlChanges) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (changes: UrlChanges) => {
      setParameters((current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      });
    },
    [setParameters],
  );
  return [parameters, change];
}

/** A whole number from the address, at least 1. */
export function pageNumber(text: string | null, fallback: number): number {
  return text !== null && /^[1-9]\d{0,6}$/u.test(text) ? Number(text) : fallback;
}
