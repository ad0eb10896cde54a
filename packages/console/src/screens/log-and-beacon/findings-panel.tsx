import { FINDINGS, type Output, RECONCILED, RECONCILED_CATEGORIES, type reconcile, type ReconciledCategory } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import figures from '../../widgets/figures.module.css';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { type Asked, Panel } from '../../widgets/panel';
import styles from './log-and-beacon.module.css';
import { countOf, type ReconcileState } from './reconcile-state';
import { useNothing } from './use-nothing';

type Days = Output<typeof reconcile.days>;

const HEIGHT = 320;

interface Props {
  readonly asked: Asked<Days>;
  readonly finding: ReconcileState['finding'];
  /** Narrows the list of views to a category or finding, or lets it go. */
  readonly onNarrow: (finding: string) => void;
}

/** What the record tells apart in each category, and what is most likely behind it. */
export function FindingsPanel({ asked, ...rest }: Props): ReactNode {
  const { t } = useTranslation();
  const nothing = useNothing();
  return (
    <Panel title={<>{t('reconcile.reasons')} <Hint text={t('reconcile.reasonsHint')} /></>} asked={asked} minHeight={HEIGHT} rows={8} anyHeight empty={nothing}>
      {({ total: { findings } }) => {
        const all = FINDINGS.reduce((sum, finding) => sum + findings[finding], 0);
        return (
          <div className={figures.scroll} role="region" aria-label={t('reconcile.reasons')}>
            <table className={figures.table}>
              <thead><tr><th scope="col">{t('reconcile.finding')}</th><th scope="col">{t('reconcile.num')}</th><th scope="col">{t('info.share')}</th><th scope="col" className={styles.why}>{t('reconcile.why')}</th></tr></thead>
              {RECONCILED_CATEGORIES.map((category) => <Category key={category} category={category} findings={findings} all={all} {...rest} />)}
            </table>
          </div>
        );
      }}
    </Panel>
  );
}

interface CategoryProps extends Omit<Props, 'asked'> {
  readonly category: ReconciledCategory;
  readonly findings: Days['total']['findings'];
  readonly all: number;
}

function Category({ category, findings, all, finding, onNarrow }: CategoryProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const row = (key: string, title: string, num: number, why: string, isOne: boolean): ReactNode => (
    <tr key={key} className={isOne ? '' : styles.group}>
      <th scope="row" className={isOne ? styles.one : ''}><button type="button" className={styles.name} aria-pressed={finding === key} onClick={() => onNarrow(key)}>{title}</button></th>
      <td><Count value={num} /></td>
      <td>{formatShare(num, all, locale)}</td>
      <td className={styles.why}>{why}</td>
    </tr>
  );
  const [only, ...others]: readonly (typeof FINDINGS)[number][] = RECONCILED[category];
  return (
    <tbody>
      {row(category, t(`reconcile.category.${category}`), countOf(findings, category), others.length === 0 && only !== undefined ? t(`reconcile.why.${only}`) : '', false)}
      {others.length === 0 ? null : RECONCILED[category].map((one) => row(one, t(`reconcile.finding.${one}`), findings[one], t(`reconcile.why.${one}`), true))}
    </tbody>
  );
}
