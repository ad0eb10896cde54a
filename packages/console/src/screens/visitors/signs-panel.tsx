import type { Output, suspicious } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../lib/numbers';
import { Count } from '../../widgets/count';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { LinkButton } from '../../widgets/link-button';
import { type Asked, Panel } from '../../widgets/panel';
import type { UrlChanges } from '../../widgets/use-url-state';
import styles from './visitors.module.css';

const HEIGHT = 120;

interface Props {
  readonly asked: Asked<Output<typeof suspicious.list>>;
  readonly chosen: string;
  readonly onNarrow: (changes: UrlChanges) => void;
}

/** How many visitors have which sign; a count narrows the list to them. */
export function SignsPanel({ asked, chosen, onNarrow }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <div className={styles.signs}>
      <Panel title={t('suspicious.signs')} asked={asked} minHeight={HEIGHT} rows={3}>
        {({ signs, visitors }) => (
          <>
            <p className={styles.rate}>{t('suspicious.rate', { sure: formatCount(visitors.sure, locale), all: formatCount(visitors.all, locale), share: formatShare(visitors.sure, visitors.all, locale), hints: formatCount(visitors.any - visitors.sure, locale) })}</p>
            <dl className={styles.counts}>
              {signs.map(({ sign, num }) => (
                <div key={sign} data-testid={`sign-${sign}`}>
                  <dt>{t(`suspicious.sign.${sign}`)} <Hint text={t(`suspicious.help.${sign}`)} /></dt>
                  <dd>
                    {num === 0 ? <Count value={0} /> : (
                      <LinkButton aria-pressed={chosen === sign} aria-label={`${t(`suspicious.sign.${sign}`)}: ${formatCount(num, locale)}`} onClick={() => onNarrow({ sign: chosen === sign ? undefined : sign })}><Count value={num} /></LinkButton>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Panel>
    </div>
  );
}
