import { type AiOperator, endpoints, type Output } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS, scopedPath } from '../../lib/links';
import { Count } from '../../widgets/count';
import { DownloadButton } from '../../widgets/download-button';
import { GrantedLink } from '../../widgets/granted-link';
import { fileColumns } from '../../widgets/list-table/list-column';
import { ListTable } from '../../widgets/list-table/list-table';
import { type Asked, Panel } from '../../widgets/panel';
import { useSpiderType } from '../../widgets/spider-type';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { type AiState, operatorChanges, operatorsQuery } from './ai-state';
import styles from './ai-traffic.module.css';
import { useOperatorColumns } from './use-operator-columns';

type Operators = Output<typeof endpoints.ai.operators>;

const HEIGHT = 260;

interface Props {
  readonly asked: Asked<Operators>;
  readonly state: AiState;
  readonly filter: ScreenFilter;
}

/** Who takes and who sends; one narrows charts and pages to itself, and opens to its crawlers and assistants. */
export function OperatorsPanel({ asked, state, filter }: Props): ReactNode {
  const { t } = useTranslation();
  const columnsOf = useOperatorColumns(filter);
  const columns = columnsOf(asked.data);
  return (
    <Panel
      title={t('ai.operators')}
      extra={<DownloadButton endpoint={endpoints.ai.operatorsExport} input={operatorsQuery(state, filter)} columns={fileColumns(columns)} />}
      asked={asked}
      minHeight={HEIGHT}
      rows={6}
      anyHeight
      empty={({ meta }) => (meta.pagination.total === 0 ? { title: t('ai.nothing'), hint: t('ai.nothingHint') } : undefined)}
    >
      {({ list, meta }) => (
        <ListTable
          rows={list}
          rowKey={({ operator }) => operator}
          columns={columns}
          state={state.operators}
          total={meta.pagination.total}
          totalLabel={t('info.total')}
          renderExpanded={(row) => <Both row={row} filter={filter} />}
          onChange={(part) => filter.change(operatorChanges(part))}
        />
      )}
    </Panel>
  );
}

/** An operator's crawlers, each with its hits in the log, and its assistants, each with the visits that it sent. */
function Both({ row: { crawlers, assistants }, filter }: { readonly row: AiOperator; readonly filter: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const nameOf = useSpiderType();
  return (
    <div className={styles.both}>
      <ul className={styles.side} aria-label={t('ai.crawlers')}>
        {crawlers.map(({ type, name, num, last_at: at }) => (
          <li key={`${type} ${name}`}>
            <GrantedLink screen="SpiderLog" to={scopedPath(PATHS.spiderLog, filter, { type, name })}>{name}</GrantedLink>
            <span className={styles.kind}>{nameOf(type)}</span>
            <Count value={num} />
            <span className={styles.kind}>{at}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.side} aria-label={t('ai.assistants')}>
        {assistants.map(({ name, num }) => (
          <li key={name}>
            <GrantedLink screen="reportDevice" to={scopedPath(PATHS.deviceReport, filter, { rules: JSON.stringify([['channel', '=', 'ai'], ['referer_name', '=', name]]) })}>{name}</GrantedLink>
            <span className={styles.kind}>{t('ai.sent')}</span>
            <Count value={num} />
          </li>
        ))}
      </ul>
    </div>
  );
}
