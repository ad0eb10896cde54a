import { lazy, type ReactNode, Suspense } from 'react';
import type { ChartOption } from '../charts/chart';
import { useLanguage } from './language';

const Chart = lazy(() => import('../charts/chart'));

interface Props {
  readonly option: ChartOption;
  readonly height: number;
  readonly label: string;
  readonly onPick?: (index: number) => void;
}

/** A chart whose library is fetched when the first one is drawn; its place is kept meanwhile. */
export function LazyChart(props: Props): ReactNode {
  const { language } = useLanguage();
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <Chart {...props} language={language} />
    </Suspense>
  );
}
