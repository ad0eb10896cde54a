import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The address's name for the row whose details are open. */
export const OPEN_ROW = 'row';

/** Which row of a list is open, and the ways to open another. */
export interface OpenRow {
  /** Its key; undefined: none. */
  readonly key: string | undefined;
  /** Opens or, without a key, closes: a step that 'back' undoes. */
  readonly open: (key: string | undefined) => void;
  /** Goes on to another without a step: 'back' closes the details, however many were looked at. */
  readonly goOn: (key: string) => void;
}

/** The row of a list whose details are open, as the address says it: so it is there again after a reload, and for whoever gets the link. */
export function useOpenRow(): OpenRow {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const to = useCallback(
    (key: string | undefined, replace: boolean) => {
      const next = new URLSearchParams(parameters);
      if (key === undefined) next.delete(OPEN_ROW);
      else next.set(OPEN_ROW, key);
      void navigate({ pathname, search: next.toString() }, { replace, flushSync: true });
    },
    [parameters, pathname, navigate],
  );
  const open = useCallback((key: string | undefined) => to(key, false), [to]);
  const goOn = useCallback((key: string) => to(key, true), [to]);
  return { key: parameters.get(OPEN_ROW) ?? undefined, open, goOn };
}
