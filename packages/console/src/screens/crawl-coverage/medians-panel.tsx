import { endpoints, type Input, type lifecycle, type LifecycleMedian, type Output } from '@footfall/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/duration';
import { formatCount, formatShare } from '../../lib/numbers';
import { DownloadButton } from '../../widgets/download-button';
import figures from '../../widgets/figures.module.css';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { type Asked, Panel } from '../../widgets/panel';
import styles from './crawl-coverage.module.css';

type Medians = Output<typeof lifecycle.medians>;

const HEIGHT = 220;
/** Rows that are shown at first. */
const FEW = 12;

interface Props {
  readonly asked: Asked<Medians>;
  readonly input: Input<typeof lifecycle.medians>;
  /** Whether rows are of several sites. */
  readonly named: boolean;
}

/** How long it took, in the middle, until each crawler and search engine came, and the first visitor. */
export function MediansPanel({ asked, input, named }: Props): ReactNode {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  return (
    <Panel
      title={<>{t('lifecycle.medians')} <Hint text={t('lifecycle.mediansHint')} /></>}
      extra={<DownloadButton endpoint={endpoints.lifecycle.mediansExport} input={input} />}
      asked={asked}
      minHeight={HEIGHT}
      rows={6}
      anyHeight
      empty={({ list }) => (list.length === 0 ? { title: t('lifecycle.nothing'), hint: t('lifecycle.nothingHint') } : undefined)}
    >
      {({ list }) => (
        <>
          <div className={figures.scroll}>
            <table className={figures.table}>
              <thead>
                <tr>{named ? <th scope="col">{t('range.site')}</th> : null}<th scope="col">{t('lifecycle.step')}</th><th scope="col">{t('lifecycle.median')}</th><th scope="col">{t('lifecycle.reached')}</th><th scope="col">{t('lifecycle.of')}</th></tr>
              </thead>
              <tbody>{list.slice(0, all ? list.length : FEW).map((row) => <Row key={`${row.domain} ${row.kind} ${row.name}`} row={row} named={named} />)}</tbody>
            </table>
          </div>
          {all || list.length <= FEW ? null : <Button type="link" size="small" onClick={() => setAll(true)}>{t('lifecycle.all', { num: list.length })}</Button>}
        </>
      )}
    </Panel>
  );
}

function Row({ row: { domain, kind, name, urls, reached, median }, named }: { readonly row: LifecycleMedian; readonly named: boolean }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const isAny = name === '';
  const step = isAny ? <strong>{t(`lifecycle.any.${kind}`)}</strong> : <span className={styles.one}>{name} <span className={styles.muted}>{t(`lifecycle.kind.${kind}`)}</span></span>;
  return (
    <tr>
      {named ? <th scope="row">{domain}</th> : null}
      {named ? <td>{step}</td> : <th scope="row">{step}</th>}
      <td>{formatDuration(median, locale)}</td>
      <td>{formatCount(reached, locale)}</td>
      <td>{formatCount(urls, locale)} <span className={styles.muted}>{formatShare(reached, urls, locale)}</span></td>
    </tr>
  );
}
