import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Changes to the address's query: undefined removes. */
export type UrlChanges = Readonly<Record<string, string | undefined>>;

/**
 * The query of the address, and the way to change it: each change is a step that 'back' undoes. Within a tab it is
 * that tab's own address, be the tab in front or not: a change always goes to the screen that made it.
 */
export function useUrlState(): readonly [URLSearchParams, (changes: UrlChanges) => void] {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const change = useCallback(
    (changes: UrlChanges) => {
      const next = new URLSearchParams(parameters);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      void navigate({ pathname, search: next.toString() });
    },
    [parameters, pathname, navigate],
  );
  return [parameters, change];
}

/** A whole number from the address, at least 1. */
export function pageNumber(text: string | null, fallback: number): number {
  return text !== null && /^[1-9]\d{0,6}$/u.test(text) ? Number(text) : fallback;
}
