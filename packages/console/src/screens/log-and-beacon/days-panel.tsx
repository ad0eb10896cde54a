import { endpoints, type Output, RECONCILED_CATEGORIES, type reconcile } from '@footfall/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { stackedOption } from '../../charts/stacked-option';
import { formatCompact, formatCount, formatShare } from '../../lib/numbers';
import { useAppearance } from '../../widgets/appearance';
import { Count } from '../../widgets/count';
import { DownloadButton } from '../../widgets/download-button';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { type Asked, Panel } from '../../widgets/panel';
import shares from '../../widgets/shares.module.css';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { DayTable } from './day-table';
import styles from './log-and-beacon.module.css';
import { countOf, daysInput, sidesOf } from './reconcile-state';
import { useNothing } from './use-nothing';

type Days = Output<typeof reconcile.days>;

const HEIGHT = 460;
const CHART_HEIGHT = 200;
/** Stretches that are named. */
const FEW = 3;

interface Props {
  readonly asked: Asked<Days>;
  readonly filter: ScreenFilter;
}

/** What became of the views of each day: in words, as a chart, as a table; or what is missing for there to be anything. */
export function DaysPanel({ asked, filter }: Props): ReactNode {
  const { t } = useTranslation();
  const nothing = useNothing();
  return (
    <Panel
      title={<>{t('reconcile.days')} <Hint text={t('reconcile.daysHint')} /></>}
      extra={<DownloadButton endpoint={endpoints.reconcile.daysExport} input={daysInput(filter)} />}
      asked={asked}
      minHeight={HEIGHT}
      rows={10}
      anyHeight
      empty={nothing}
    >
      {(data) => (
        <>
          <Words data={data} />
          <Chart data={data} />
          <DayTable data={data} filter={filter} />
        </>
      )}
    </Panel>
  );
}

/** The totals as somebody would say them, and what they are not of. */
function Words({ data: { total, spans, without_agent: bare } }: { readonly data: Days }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const num = (value: number): string => formatCount(value, locale);
  const { log, beacon, both } = sidesOf(total.findings);
  const named = spans.slice(0, FEW).map(({ from, to }) => `${from.slice(0, 16)} – ${to.slice(0, 16)}`).join(t('reconcile.and'));
  return (
    <>
      <p className={styles.says}>{t('reconcile.says', { log: num(log), beacon: num(beacon), both: num(both) })} {both === 0 ? null : t('reconcile.twice', { both: num(both) })}</p>
      <p className={styles.muted}>
        {t('reconcile.spans', { spans: spans.length > FEW ? t('reconcile.more', { spans: named, num: num(spans.length - FEW) }) : named })}
        {total.outside.log + total.outside.beacon === 0 ? null : <> {t('reconcile.outside', { log: num(total.outside.log), beacon: num(total.outside.beacon) })}</>}
        {bare === 0 ? null : <> {t('reconcile.bare', { num: num(bare) })}</>}
      </p>
      {both === 0 && countOf(total.findings, 'blocked') > 0 && beacon > 0 ? <p className={styles.warn}>{t('reconcile.noPairs')}</p> : null}
    </>
  );
}

function Chart({ data: { list, total } }: { readonly data: Days }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const layers = useMemo(
    () => RECONCILED_CATEGORIES.map((category, at) => ({ category, name: t(`reconcile.category.${category}`), values: list.map(({ findings }) => countOf(findings, category)), total: countOf(total.findings, category), colour: colours.series[at % colours.series.length] ?? colours.accent })),
    [list, total, t, colours],
  );
  const option = useMemo(() => stackedOption({ labels: list.map(({ day }) => day.slice(5)), layers, colours, count: (value) => formatCount(value, locale), compact: (value) => formatCompact(value, locale) }), [list, layers, colours, locale]);
  const all = layers.reduce((sum, layer) => sum + layer.total, 0);
  const label = t('info.pieAria', { title: t('reconcile.days'), values: layers.map((layer) => `${layer.name} ${formatCount(layer.total, locale)}`).concat(`${t('info.total')} ${formatCount(all, locale)}`).join(', ') });
  return (
    <>
      <LazyChart option={option} height={CHART_HEIGHT} label={label} />
      <ul className={styles.legend}>
        {layers.map((layer) => <li key={layer.category}><span className={shares.swatch} style={{ background: layer.colour }} aria-hidden="true" />{layer.name} <Count value={layer.total} /> <span className={styles.muted}>{formatShare(layer.total, all, locale)}</span></li>)}
      </ul>
    </>
  );
}
