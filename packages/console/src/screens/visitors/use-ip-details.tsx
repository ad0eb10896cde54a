import type { IpRow } from '@footfall/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { formatShare } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import { useLanguage } from '../../widgets/language';
import type { RowDetails } from '../../widgets/list-table/row-details';
import { OPEN_ROW } from '../../widgets/use-open-row';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { FactValue } from '../../widgets/visit-record/fact-value';

/** Everything known of an address. @param total PV of the whole answer */
export function useIpDetails({ domain, change }: ScreenFilter, total: number): RowDetails<IpRow> {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return {
    title: t('visitors.ipDetails'),
    label: ({ key }) => t('details.show', { name: key }),
    groups: ({ key, country, country_code: code, num, before }) => [
      {
        key: 'address',
        facts: [
          { key: 'key', title: t('info.ip'), value: <Link className="ff-number" to={trajectoryPath(domain, { ip: key })}>{key}</Link> },
          { key: 'country', title: t('field.country'), value: <FactValue text={countryName(code, locale, country)} raw={code} onPick={code === '' ? undefined : () => change({ country_code: code, page: undefined, [OPEN_ROW]: undefined })} /> },
          { key: 'country_code', title: t('field.country_code'), value: code === '' ? t('common.none') : code },
          { key: 'num', title: t('metric.pv'), value: <Count value={num} /> },
          { key: 'share', title: t('info.share'), value: formatShare(num, total, locale) },
          ...(before === undefined ? [] : [{ key: 'before', title: t('list.before'), value: <Count value={before} /> }]),
        ],
      },
    ],
  };
}
