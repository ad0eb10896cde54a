import { COVERAGE_CRAWLERS, type coverage, type Output } from '@footfall/contract';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS, scopedPath } from '../../lib/links';
import { formatCount, formatShare } from '../../lib/numbers';
import figures from '../../widgets/figures.module.css';
import { GrantedLink } from '../../widgets/granted-link';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { LinkButton } from '../../widgets/link-button';
import { type Asked, Panel } from '../../widgets/panel';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import type { UrlChanges } from '../../widgets/use-url-state';
import styles from './crawl-coverage.module.css';

type Summary = Output<typeof coverage.summary>;
type Crawler = Summary['crawlers'][number];

const HEIGHT = 160;
const SPENT = ['errors', 'redirects', 'parameters'] as const;

interface Props {
  readonly asked: Asked<Summary>;
  readonly filter: ScreenFilter;
  /** None: the server's choice. */
  readonly chosen: readonly string[];
  readonly onNarrow: (changes: UrlChanges) => void;
}

/** Of each chosen crawler: what it has fetched, what it never has, and what its requests were spent on. */
export function CrawlersPanel({ asked, filter, chosen, onNarrow }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const number = (value: number): string => formatCount(value, locale);
  const never = (crawler: Crawler, key: 'listed_never' | 'visited_never', changes: UrlChanges) => {
    const value = crawler[key];
    if (value === 0) return number(0);
    return <LinkButton aria-label={`${crawler.name}: ${t(`coverage.${key}`)} ${number(value)}`} onClick={() => onNarrow({ listed: undefined, visited: undefined, crawled: undefined, only: undefined, q: undefined, never: crawler.name, ...changes })}>{number(value)}</LinkButton>;
  };
  const picked = asked.data?.crawlers.map(({ name }) => name) ?? chosen;
  const picker = (
    <Select
      mode="multiple"
      aria-label={t('coverage.crawlers')}
      placeholder={t('coverage.crawlers')}
      className={styles.picker ?? ''}
      maxCount={COVERAGE_CRAWLERS}
      maxTagCount="responsive"
      value={chosen.length > 0 ? [...chosen] : [...picked]}
      options={[...new Set([...picked, ...(asked.data?.names ?? [])])].map((name) => ({ value: name, label: name }))}
      onChange={(names: readonly string[]) => onNarrow({ crawlers: names.length === 0 ? undefined : names.join(',') })}
    />
  );
  return (
    <Panel
      title={<>{t('coverage.crawlers')} <Hint text={t('coverage.crawlersHint')} /></>}
      extra={picker}
      asked={asked}
      minHeight={HEIGHT}
      rows={4}
      anyHeight
      empty={({ crawlers }) => (crawlers.length === 0 ? { title: t('spider.noHits'), hint: t('coverage.noHitsHint') } : undefined)}
    >
      {({ crawlers, spend }) => (
        <div className={figures.scroll}>
          <table className={figures.table}>
            <thead>
              <tr>
                <th scope="col">{t('spider.name')}</th><th scope="col">{t('coverage.fetchedUrls')}</th><th scope="col">{t('coverage.listed_never')}</th><th scope="col">{t('coverage.visited_never')}</th>
                <th scope="col">{t('spider.hits')}</th>{SPENT.map((key) => <th key={key} scope="col">{t(`coverage.spend.${key}`)}</th>)}
              </tr>
            </thead>
            <tbody>
              {crawlers.map((crawler) => (
                <tr key={crawler.name}>
                  <th scope="row">{crawler.name}</th>
                  <td>{number(crawler.urls)}</td>
                  <td>{never(crawler, 'listed_never', { listed: 'yes' })}</td>
                  <td>{never(crawler, 'visited_never', { visited: 'yes' })}</td>
                  <td>{crawler.hits === 0 ? number(0) : <GrantedLink screen="SpiderLog" to={scopedPath(PATHS.spiderLog, filter, { name: crawler.name })}>{number(crawler.hits)}</GrantedLink>}</td>
                  {SPENT.map((key) => <td key={key}>{number(crawler[key])} <span className={styles.muted}>{formatShare(crawler[key], crawler.hits, locale)}</span></td>)}
                </tr>
              ))}
              <tr>
                <th scope="row" colSpan={4}>{t('coverage.allCrawlers')}</th>
                <td>{number(spend.hits)}</td>
                {SPENT.map((key) => <td key={key}>{number(spend[key])} <span className={styles.muted}>{formatShare(spend[key], spend.hits, locale)}</span></td>)}
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
