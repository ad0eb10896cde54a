import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RangeToken } from '../../lib/range';
import type { ComparedSpan } from '../../widgets/compared-with';
import { useCharts } from '../../widgets/lazy-chart';
import { LiveVisitors } from '../../widgets/live-visitors';
import { EmptyState, FailedState, Lines } from '../../widgets/panel-state';
import { PrintButton } from '../../widgets/print-button';
import { PrintHead } from '../../widgets/print-head';
import { RangeBar } from '../../widgets/range-bar';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import styles from './flow-rate.module.css';

const HEIGHT = 600;
const OWN = ['metric', 'measure'];

interface Props {
  /** What the screen is called, on paper. */
  readonly title: string;
  readonly filter: ScreenFilter;
  readonly quick: readonly RangeToken[];
  readonly compared: ComparedSpan | null | undefined;
  readonly completeTo: string | null | undefined;
  readonly children: ReactNode;
}

/** What the screens of flow rate stand in: the shared filter, and what is said while there is no site or no clock to go by. */
export function FlowFrame({ title, filter, quick, compared, completeTo, children }: Props): ReactNode {
  const { t } = useTranslation();
  const { domain, scope, live } = filter;
  useCharts();
  if (scope.unknown) return <EmptyState title={t('info.unknownSite', { domain })} hint={t('info.unknownSiteHint')} minHeight={HEIGHT} />;
  if (scope.error) return <FailedState error={scope.error} onRetry={scope.retry} minHeight={HEIGHT} />;
  if (scope.zone === undefined) return <Lines minHeight={HEIGHT} rows={8} />;
  return (
    <>
      <PrintHead title={title} domain={domain} queryTime={filter.queryTime} zone={filter.zone} />
      <RangeBar filter={filter} quick={quick} comparable compared={compared} completeTo={live ? (completeTo ?? null) : null} own={OWN} facts={<FlowFacts filter={filter} />} />
      <div className={styles.stack}>{children}</div>
    </>
  );
}

/** A past range has nobody on line. */
function FlowFacts({ filter: { domain, live, paused } }: { readonly filter: ScreenFilter }): ReactNode {
  return (
    <>
      {live ? <LiveVisitors domain={domain} running={!paused} /> : null}
      <PrintButton />
    </>
  );
}
