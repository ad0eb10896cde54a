import type { coverage, Output } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../../widgets/count';
import { Hint } from '../../widgets/hint';
import { LinkButton } from '../../widgets/link-button';
import { type Asked, Panel } from '../../widgets/panel';
import type { UrlChanges } from '../../widgets/use-url-state';
import styles from './crawl-coverage.module.css';

type Summary = Output<typeof coverage.summary>;

const HEIGHT = 260;
const NOTHING: UrlChanges = { listed: undefined, visited: undefined, crawled: undefined, never: undefined, only: undefined, q: undefined };

/** What each count narrows the list to. */
const NARROWS: readonly (readonly [keyof Summary['urls'], UrlChanges])[] = [
  ['known', {}],
  ['visited', { visited: 'yes' }],
  ['crawled', { crawled: 'yes' }],
  ['listed', { listed: 'yes' }],
  ['listed_not_crawled', { listed: 'yes', crawled: 'no' }],
  ['visited_not_crawled', { visited: 'yes', crawled: 'no' }],
  ['crawled_not_visited', { crawled: 'yes', visited: 'no' }],
];

interface Props {
  readonly asked: Asked<Summary>;
  readonly onNarrow: (changes: UrlChanges) => void;
}

/** How many addresses are known, of all time; a count narrows the list to its addresses. */
export function KnownPanel({ asked, onNarrow }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Panel title={<>{t('coverage.known')} <Hint text={t('coverage.knownHint')} /></>} asked={asked} minHeight={HEIGHT} rows={6} empty={({ urls }) => (urls.known === 0 ? { title: t('coverage.nothing'), hint: t('coverage.nothingHint') } : undefined)}>
      {({ urls }) => (
        <dl className={styles.counts}>
          {NARROWS.map(([key, changes]) => (
            <div key={key}>
              <dt>{t(`coverage.count.${key}`)}</dt>
              <dd>
                {urls[key] === 0 ? <Count value={urls[key]} /> : (
                  <LinkButton aria-label={`${t(`coverage.count.${key}`)}: ${urls[key]}`} onClick={() => onNarrow({ ...NOTHING, ...changes })}><Count value={urls[key]} /></LinkButton>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
