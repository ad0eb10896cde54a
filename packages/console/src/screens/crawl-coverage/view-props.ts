import type { ReactNode } from 'react';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import type { UrlChanges } from '../../widgets/use-url-state';

/** What each tab of the screen is given. */
export interface ViewProps<State> {
  readonly state: State;
  readonly filter: ScreenFilter;
  readonly enabled: boolean;
  /** What stands above both views. @param completeTo up to when the answers are complete; null: now */
  readonly renderTop: (completeTo: string | null) => ReactNode;
  readonly onNarrow: (changes: UrlChanges) => void;
}
