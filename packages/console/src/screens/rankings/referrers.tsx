import type { ReactNode } from 'react';
import { Ranking } from './ranking';

/** Where visits came from, most PV first. */
export default function Referrers(): ReactNode {
  return <Ranking type="referer" />;
}
