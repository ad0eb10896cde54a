import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { offsetLabel, zoneName } from '../lib/zone';

interface Props {
  readonly zone: string;
  readonly now: number;
  /** Only the distance from UTC in sight, where room is short. */
  readonly short?: boolean;
}

/** Whose clock the times follow. */
export function ZoneLabel({ zone, now, short = false }: Props): ReactNode {
  const { t } = useTranslation();
  const full = t('range.zone', { zone: zoneName(now, zone) });
  if (!short) return <span>{full}</span>;
  return <span title={full}><span aria-hidden="true">{offsetLabel(now, zone)}</span><span className="ff-visually-hidden">{full}</span></span>;
}
