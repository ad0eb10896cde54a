import { endpoints } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { coverageSummaryQuery, coverageUrlsQuery } from '../../api/coverage';
import { useClient } from '../../api/client-context';
import { DownloadButton } from '../../widgets/download-button';
import { FoldSwitch } from '../../widgets/fold-switch';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { type CoverageState, summaryInput, URL_LIST, URLS_TABLE, urlsInput, urlsQuery } from './coverage-state';
import styles from './crawl-coverage.module.css';
import { CrawlersPanel } from './crawlers-panel';
import { KnownPanel } from './known-panel';
import { SitemapsPanel } from './sitemaps-panel';
import { SpendPanel } from './spend-panel';
import { UrlFilters } from './url-filters';
import { useUrlColumns } from './use-url-columns';
import type { ViewProps } from './view-props';

/** Every known address by crawler: what was fetched, when, with which answer, and what never was. */
export function CoverageView({ state, filter, enabled, renderTop, onNarrow }: ViewProps<CoverageState>): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const summary = useQuery({ ...coverageSummaryQuery(client, summaryInput(state, filter)), enabled });
  const urls = useQuery({ ...coverageUrlsQuery(client, urlsInput(state, filter)), enabled });
  const columns = useUrlColumns(filter, state);
  return (
    <>
      {renderTop(urls.data?.cut.complete_to ?? null)}
      <div className={styles.pair}>
        <KnownPanel asked={summary} onNarrow={onNarrow} />
        <SpendPanel input={{ domain: filter.domain, query_time: filter.queryTime }} />
      </div>
      <div className={styles.whole}><CrawlersPanel asked={summary} filter={filter} chosen={state.crawlers} onNarrow={onNarrow} /></div>
      <div className={styles.whole}>
        <ListPanel
          title={t('coverage.urls')}
          subject={{ screen: 'CrawlCoverage', domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
          extra={<FoldSwitch value={state.fold} onChange={(fold) => onNarrow({ fold: fold === '' ? undefined : fold })} />}
          above={<UrlFilters state={state} crawlers={urls.data?.crawlers ?? state.crawlers} onNarrow={onNarrow} />}
          asked={urls}
          table={URLS_TABLE}
          columns={columns}
          rowKey={({ key }) => key}
          state={state}
          totalLabel={t('info.total')}
          renderDownload={(chosen) => <DownloadButton endpoint={endpoints.coverage.urlsExport} input={{ ...urlsQuery(state, filter), crawlers: [...(urls.data?.crawlers ?? state.crawlers)] }} columns={chosen} />}
          empty={{ title: t('coverage.nothing'), hint: t('coverage.nothingHint') }}
          onChange={(part) => onNarrow(listChanges(state, part, URL_LIST))}
        />
      </div>
      <SitemapsPanel domain={filter.domain} />
    </>
  );
}
