import type { endpoints, IpRow, Output } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import { countColumns } from '../../widgets/list-table/count-columns';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { ShareBar } from '../../widgets/share-bar';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';

/** Pixels of the address at least. */
const WIDE = 280;
const NARROW = 140;

type Addresses = Output<typeof endpoints.deviceLogs.userList>;

/** The columns of the list of addresses: each leads to the visitor's trajectory, a country narrows the list. */
export function useIpColumns({ domain, change }: ScreenFilter): (data: Addresses | undefined) => readonly ListColumn<IpRow>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  return useCallback(
    (data) => [
      { key: 'place', title: t('list.place'), width: mobile ? 48 : 60, numeric: true, file: [], render: (_row, at) => at },
      {
        key: 'key', title: t('info.ip'), width: mobile ? NARROW : WIDE, grow: true, sort: 'asc',
        render: ({ key, num }) => <ShareBar part={num} total={data?.total ?? 0}><Link className="ff-number" to={trajectoryPath(domain, { ip: key })}>{key}</Link></ShareBar>,
      },
      {
        key: 'country', title: t('field.country'), width: 170, sort: 'asc',
        render: ({ country, country_code: code }) =>
          code === '' ? t('common.unknown') : <FilterValue text={countryName(code, locale, country)} onFilter={() => change({ country_code: code, page: undefined })} />,
      },
      ...countColumns<IpRow>(data, t, locale),
    ],
    [domain, change, t, locale, mobile],
  );
}
