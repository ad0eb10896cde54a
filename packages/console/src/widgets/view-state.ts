import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { PAUSED } from './use-live';
import { OPEN_PANE, OPEN_ROW } from './use-open-row';

/** The address's name for the saved view that the screen shows; `view` is how some lists are looked at. */
const VIEW = 'saved';
/** Where one is in a list is not part of a view, nor that somebody stopped the clock. */
const NOT_SAVED: readonly string[] = [VIEW, 'page', OPEN_ROW, OPEN_PANE, PAUSED];

/** A query of the address as views keep it: what is not part of a view taken out, in one order, so that equal states are equal texts. */
export function viewQuery(search: string | URLSearchParams): string {
  const parameters = new URLSearchParams(search);
  for (const name of NOT_SAVED) parameters.delete(name);
  parameters.sort();
  return parameters.toString();
}

/** What the address says of the view that is open. */
export interface ViewState {
  /** undefined: none. */
  readonly id: number | undefined;
  /** The screen's state, as a view keeps it. */
  readonly query: string;
  /** Shows a view, or with no id the same state as no view's. */
  readonly show: (query: string, id: number | undefined) => void;
}

/** The saved view that the address names. */
export function useViewState(): ViewState {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const named = parameters.get(VIEW) ?? '';
  const show = useCallback(
    (query: string, id: number | undefined) => {
      const next = new URLSearchParams(query);
      if (id !== undefined) next.set(VIEW, String(id));
      void navigate({ pathname, search: next.toString() });
    },
    [navigate, pathname],
  );
  return { id: /^[1-9]\d{0,9}$/u.test(named) ? Number(named) : undefined, query: viewQuery(parameters), show };
}
