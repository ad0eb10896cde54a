import type { ReactNode } from 'react';
import { Ranking } from './ranking';

/** The visited pages, most PV first. */
export default function VisitedPages(): ReactNode {
  return <Ranking type="url" />;
}
