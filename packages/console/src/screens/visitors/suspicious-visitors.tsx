import { suspicious } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { suspiciousListQuery } from '../../api/suspicious';
import { DownloadButton } from '../../widgets/download-button';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import type { UrlChanges } from '../../widgets/use-url-state';
import { SignsPanel } from './signs-panel';
import { OWN, readSuspiciousState, SUSPICIOUS_LIST, SUSPICIOUS_TABLE, suspiciousInput, suspiciousQuery } from './suspicious-state';
import { useSuspiciousColumns } from './use-suspicious-columns';
import { useSuspiciousDetails } from './use-suspicious-details';
import styles from './visitors.module.css';

/** Visitors whose devices contradict themselves, or who walk as machines do. All of its state is in the address. */
export function SuspiciousVisitors({ extra }: { readonly extra: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter({ range: { token: 'recently' } });
  const { parameters, change, scope } = filter;
  const state = readSuspiciousState(parameters);
  const asked = useQuery({ ...suspiciousListQuery(client, suspiciousInput(state, filter)), enabled: scope.zone !== undefined && !scope.unknown });
  const narrow = (changes: UrlChanges) => change({ page: undefined, ...changes });
  const columns = useSuspiciousColumns(filter);
  const details = useSuspiciousDetails(filter);
  return (
    <ListScreen domain={filter.domain} scope={scope}>
      <RangeBar
        filter={filter}
        quick={['today', 'recently', '30d']}
        completeTo={filter.live ? (asked.data?.cut.complete_to ?? null) : null}
        own={[...OWN, 'page']}
        chips={state.sign === '' ? [] : [{ key: 'sign', name: t('suspicious.sign'), value: t(`suspicious.sign.${state.sign}`), onRemove: () => narrow({ sign: undefined }) }]}
      />
      <SignsPanel asked={asked} chosen={state.sign} onNarrow={narrow} />
      <ListPanel
        title={t('suspicious.title')}
        subject={{ screen: 'VisitList', domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
        extra={extra}
        above={
          state.sign !== '' ? null : (
            <Segmented
              className={styles.weight ?? ''}
              aria-label={t('suspicious.shown')}
              value={state.weight}
              options={[{ value: 'sure', label: t('suspicious.onlySure') }, { value: 'any', label: t('suspicious.withHints') }]}
              onChange={(weight) => narrow({ weight: weight === 'any' ? weight : undefined })}
            />
          )
        }
        asked={asked}
        table={SUSPICIOUS_TABLE}
        columns={columns}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        state={state}
        details={details}
        renderDownload={(chosen) => <DownloadButton endpoint={suspicious.listExport} input={suspiciousQuery(state, filter)} columns={chosen} />}
        empty={{ title: t('suspicious.nobody'), hint: t('suspicious.nobodyHint') }}
        onChange={(part) => change(listChanges(state, part, SUSPICIOUS_LIST))}
      />
    </ListScreen>
  );
}
