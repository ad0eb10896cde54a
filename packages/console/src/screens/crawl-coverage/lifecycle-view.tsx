import { endpoints } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { lifecycleMediansQuery, lifecycleUrlsQuery } from '../../api/lifecycle';
import { DownloadButton } from '../../widgets/download-button';
import { FoldSwitch } from '../../widgets/fold-switch';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { SearchBox } from '../../widgets/search-box';
import styles from './crawl-coverage.module.css';
import { LIFE_LIST, LIFE_TABLE, lifecycleInput, lifecycleQuery, type LifeState, mediansInput, MISSING, UNFOLDED } from './lifecycle-state';
import { MediansPanel } from './medians-panel';
import { useLifeColumns } from './use-life-columns';
import type { ViewProps } from './view-props';

const SEARCH_WIDTH = 220;

/** From published to visited: how long it takes in the middle, and the addresses that were first seen in the range. */
export function LifecycleView({ state, filter, enabled, renderTop, onNarrow }: ViewProps<LifeState>): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const medians = useQuery({ ...lifecycleMediansQuery(client, mediansInput(state, filter)), enabled });
  const urls = useQuery({ ...lifecycleUrlsQuery(client, lifecycleInput(state, filter)), enabled });
  const columns = useLifeColumns(filter);
  return (
    <>
      {renderTop(urls.data?.cut.complete_to ?? null)}
      <div className={styles.whole}><MediansPanel asked={medians} input={mediansInput(state, filter)} named={filter.domain === ''} /></div>
      <ListPanel
        title={t('lifecycle.urls')}
        subject={{ screen: 'CrawlCoverage', domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
        extra={<FoldSwitch value={state.fold} onChange={(fold) => onNarrow({ fold: fold === '' ? UNFOLDED : undefined })} />}
        above={
          <div className={styles.filters}>
            <SearchBox value={state.search} label={t('list.search')} width={SEARCH_WIDTH} onSearch={(q) => onNarrow({ q: q === '' ? undefined : q.slice(0, 200) })} />
            <Select
              allowClear
              popupMatchSelectWidth={false}
              aria-label={t('lifecycle.missing')}
              placeholder={t('lifecycle.missing')}
              style={{ minWidth: 160 }}
              value={state.missing === '' ? null : state.missing}
              options={MISSING.map((value) => ({ value, label: t(`lifecycle.missing.${value}`) }))}
              onChange={(value) => onNarrow({ missing: value ?? undefined })}
            />
          </div>
        }
        asked={urls}
        table={LIFE_TABLE}
        columns={columns}
        rowKey={({ key }) => key}
        state={state}
        renderDownload={(chosen) => <DownloadButton endpoint={endpoints.lifecycle.urlsExport} input={{ ...lifecycleQuery(state, filter), crawlers: [...(urls.data?.crawlers ?? state.crawlers)] }} columns={chosen} />}
        empty={{ title: t('lifecycle.nothing'), hint: t('lifecycle.nothingHint') }}
        onChange={(part) => onNarrow(listChanges(state, part, LIFE_LIST))}
      />
    </>
  );
}
