import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { ChartOption } from '../charts/chart';
import { useLanguage } from './language';
import { usePrinting } from './use-printing';

const load = () => import('../charts/chart');
const Chart = lazy(load);

/** For screens with charts: the library comes beside the figures, not after them. That it could not be fetched is told by the chart. */
export function useCharts(): void {
  useEffect(() => void Promise.allSettled([load()]), []);
}

interface Props {
  readonly option: ChartOption;
  readonly height: number;
  readonly label: string;
  readonly onPick?: (index: number) => void;
}

/** A chart whose library is fetched when the first one is drawn, or before; its place is kept meanwhile. */
export function LazyChart(props: Props): ReactNode {
  const { language } = useLanguage();
  const printing = usePrinting();
  return (
    <Suspense fallback={<div style={{ height: props.height }} />}>
      <Chart {...props} language={language} printing={printing} />
    </Suspense>
  );
}
