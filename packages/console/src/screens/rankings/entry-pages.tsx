import type { ReactNode } from 'react';
import { Ranking } from './ranking';

/** The pages that sessions began with, most PV first. */
export default function EntryPages(): ReactNode {
  return <Ranking type="entry_url" />;
}
