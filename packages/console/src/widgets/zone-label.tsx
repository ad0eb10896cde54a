import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { offsetLabel } from '../lib/zone';

/** Whose clock the times follow: the distance from UTC in sight, the zone's name in full beside it. */
export function ZoneLabel({ zone, now }: { readonly zone: string; readonly now: number }): ReactNode {
  const { t } = useTranslation();
  return <span title={zone}>{t('range.zone', { zone: `${zone} (${offsetLabel(now, zone)})` })}</span>;
}
