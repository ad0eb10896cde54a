import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The address's name for the row whose details are open. */
export const OPEN_ROW = 'row';
/** The address's name for the pane of the details that is in front: `json`, or the fields. */
export const OPEN_PANE = 'pane';

/** How the details of a row are read. */
export type DetailsPane = 'fields' | 'json';

/** Which row of a list is open, and the ways to open another. */
export interface OpenRow {
  /** Its key; undefined: none. */
  readonly key: string | undefined;
  /** Opens or, without a key, closes: a step that 'back' undoes. */
  readonly open: (key: string | undefined) => void;
  /** Goes on to another without a step: 'back' closes the details, however many were looked at. */
  readonly goOn: (key: string) => void;
  readonly pane: DetailsPane;
  readonly showPane: (pane: DetailsPane) => void;
}

/** The row of a list whose details are open, as the address says it: so it is there again after a reload, and for whoever gets the link. */
export function useOpenRow(): OpenRow {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const to = useCallback(
    (changes: readonly (readonly [name: string, value: string | undefined])[], replace: boolean) => {
      const next = new URLSearchParams(parameters);
      for (const [name, value] of changes) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      void navigate({ pathname, search: next.toString() }, { replace, flushSync: true });
    },
    [parameters, pathname, navigate],
  );
  // A row opens at its fields.
  const open = useCallback((key: string | undefined) => to([[OPEN_ROW, key], [OPEN_PANE, undefined]], false), [to]);
  const goOn = useCallback((key: string) => to([[OPEN_ROW, key]], true), [to]);
  const showPane = useCallback((pane: DetailsPane) => to([[OPEN_PANE, pane === 'json' ? pane : undefined]], true), [to]);
  return { key: parameters.get(OPEN_ROW) ?? undefined, open, goOn, pane: parameters.get(OPEN_PANE) === 'json' ? 'json' : 'fields', showPane };
}
