import { type endpoints, type Output, websites } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from '../../widgets/column-chooser';
import { DownloadButton } from '../../widgets/download-button';
import { Hint } from '../../widgets/hint';
import { type Asked, Panel } from '../../widgets/panel';
import { SearchBox } from '../../widgets/search-box';
import { useColumns } from '../../widgets/use-columns';
import type { UrlChanges } from '../../widgets/use-url-state';
import { type ListState, listChanges } from './list-state';
import { SITE_COLUMNS, SITE_TABLE, siteFileColumns } from './site-columns';
import { SiteRows } from './site-rows';

type Statistics = Output<typeof endpoints.websites.statistics>;
type Summary = Output<typeof endpoints.home.summary>;

const HEIGHT = 320;

interface Props {
  readonly asked: Asked<Statistics>;
  /** All sites together: the total row. */
  readonly summary: Summary | undefined;
  readonly state: ListState;
  readonly now: number;
  readonly onChange: (changes: UrlChanges) => void;
}

/** The list of sites, in columns of one's own choice and order; a row opens the site's dashboard. */
export function SiteTable({ asked, summary, state, now, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const columns = useColumns(SITE_TABLE, SITE_COLUMNS);
  const titles = Object.fromEntries(SITE_COLUMNS.map(({ key, title }) => [key, t(title)]));
  return (
    <Panel
      title={<>{t('sites.title')} <Hint text={t('sites.todayOverYesterday')} /></>}
      extra={
        <>
          <span className="ff-no-print"><SearchBox value={state.domain} label={t('sites.searchDomain')} width={240} onSearch={(domain) => onChange(listChanges(state, { domain }))} /></span>
          <ColumnChooser titles={titles} columns={columns} />
          <DownloadButton endpoint={websites.statisticsExport} input={{ domain: state.domain, sort: state.sort, direction: state.direction }} columns={siteFileColumns(columns.shown, t)} />
        </>
      }
      asked={asked}
      minHeight={HEIGHT}
      rows={8}
      anyHeight
    >
      {({ list, meta }) => <SiteRows rows={list} shown={columns.shown} total={meta.pagination.total} summary={summary} state={state} now={now} onChange={onChange} />}
    </Panel>
  );
}
