import type { Output, reconcile } from '@footfall/contract';
import { useTranslation } from 'react-i18next';

type Days = Output<typeof reconcile.days>;

/** What is missing for anything to be compared, and how to come by it; undefined where there is something. */
export function useNothing(): (data: Days) => { readonly title: string; readonly hint: string } | undefined {
  const { t } = useTranslation();
  return ({ log, beacon, spans, without_agent: bare }) => {
    if (spans.length > 0) return undefined;
    if (log.records === 0 && beacon.records === 0 && bare === 0) return { title: t('reconcile.noneAtAll'), hint: t('reconcile.noneAtAllHint') };
    if (log.records === 0 && bare > 0) return { title: t('reconcile.noAgents'), hint: t('reconcile.noAgentsHint') };
    if (log.records === 0) return { title: t('reconcile.noLog'), hint: t('reconcile.noLogHint') };
    if (beacon.records === 0) return { title: t('reconcile.noBeacon'), hint: t('reconcile.noBeaconHint') };
    return { title: t('reconcile.apart'), hint: t('reconcile.apartHint', { log: `${log.first_at} – ${log.last_at}`, beacon: `${beacon.first_at} – ${beacon.last_at}` }) };
  };
}
