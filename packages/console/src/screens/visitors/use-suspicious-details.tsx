import type { SuspiciousVisitor } from '@footfall/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { Count } from '../../widgets/count';
import { deviceName } from '../../widgets/device-name';
import { useLanguage } from '../../widgets/language';
import type { RowDetails } from '../../widgets/list-table/row-details';
import { useSuspicionText } from '../../widgets/suspicion/use-suspicion-text';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { whoOf } from './use-suspicious-columns';

/** Everything known of a suspicious visitor: each sign with its values in plain words. */
export function useSuspiciousDetails({ domain }: ScreenFilter): RowDetails<SuspiciousVisitor> {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const textOf = useSuspicionText();
  return {
    title: t('suspicious.details'),
    label: ({ key }) => t('details.show', { name: key }),
    groups: (row) => [
      { key: 'signs', title: t('suspicious.signs'), facts: row.signs.map((one) => ({ key: one.sign, title: t(`suspicious.sign.${one.sign}`), value: textOf(one) })) },
      {
        key: 'visitor', title: t('suspicious.visitor'), facts: [
          { key: 'key', title: t(`field.${row.type}`), value: <Link className="ff-number" to={trajectoryPath(domain, whoOf(row))}>{row.key}</Link> },
          { key: 'views', title: t('suspicious.views'), value: <Count value={row.views} /> },
          { key: 'pv', title: t('metric.pv'), value: <Count value={row.pv} /> },
          { key: 'first_at', title: t('visitors.firstVisit'), value: row.first_at },
          { key: 'last_at', title: t('visitors.lastVisit'), value: row.last_at },
          { key: 'ip', title: t('field.ip'), value: row.ip },
          { key: 'country', title: t('field.country'), value: row.country_code === '' ? t('common.unknown') : countryName(row.country_code, locale, row.country) },
          { key: 'device_type', title: t('field.device_type'), value: deviceName(row.device_type, t) },
          { key: 'device_model', title: t('field.device_model'), value: row.device_model || t('common.none') },
          { key: 'os_name', title: t('field.os_name'), value: row.os_name },
          { key: 'browser_name', title: t('field.browser_name'), value: row.browser_name },
          { key: 'user_agent', title: t('field.user_agent'), value: row.user_agent },
        ],
      },
    ],
  };
}
