import type { endpoints, Input } from '@footfall/contract';
import type { ReactNode } from 'react';
import type { TrajectoryState } from './trajectory-state';

/** What the timeline and the table of a visitor's way need. */
export interface PartProps {
  readonly who: Input<typeof endpoints.report.visitInfo>;
  readonly state: TrajectoryState;
  /** The choice between the two. */
  readonly extra: ReactNode;
  /** The site that links keep to, '' for all. */
  readonly domain: string;
  readonly onPage: (page: number, perPage: number) => void;
}
