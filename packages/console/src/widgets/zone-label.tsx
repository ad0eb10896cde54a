import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { offsetLabel } from '../lib/zone';

interface Props {
  readonly zone: string;
  readonly now: number;
  /** Only the distance from UTC in sight, where room is short. */
  readonly short?: boolean;
}

/** Whose clock the times follow. */
export function ZoneLabel({ zone, now, short = false }: Props): ReactNode {
  const { t } = useTranslation();
  const offset = offsetLabel(now, zone);
  const full = t('range.zone', { zone: zone === offset ? zone : `${zone} (${offset})` });
  if (!short) return <span>{full}</span>;
  return <span title={full}><span aria-hidden="true">{offset}</span><span className="ff-visually-hidden">{full}</span></span>;
}
