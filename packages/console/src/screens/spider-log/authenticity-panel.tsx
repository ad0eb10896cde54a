import type { Authenticity, endpoints, Input } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderAuthenticityQuery } from '../../api/spiders';
import { formatCount, formatShare } from '../../lib/numbers';
import { FilterValue } from '../../widgets/filter-value';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { Panel } from '../../widgets/panel';
import shares from '../../widgets/shares.module.css';
import type { UrlChanges } from '../../widgets/use-url-state';
import { BlockListDialog } from './block-list-dialog';
import { ForgingNetworks } from './forging-networks';
import styles from './spider-log.module.css';

const HEIGHT = 200;
const VERDICTS = ['genuine', 'forged', 'unverifiable'] as const satisfies readonly Authenticity[];

interface Props {
  readonly input: Input<typeof endpoints.spiders.authenticity>;
  readonly onChange: (changes: UrlChanges) => void;
}

/** Of each crawler whose operator publishes its networks, how many hits came from there; a figure narrows the log to its hits. */
export function AuthenticityPanel({ input, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const [blocking, setBlocking] = useState(false);
  const asked = useQuery(spiderAuthenticityQuery(client, input));
  const number = (value: number): string => formatCount(value, locale);
  const narrow = (name: string, type: string, authenticity: Authenticity | undefined) => onChange({ name, type, authenticity, spider_id: undefined, page: undefined });
  return (
    <Panel
      title={<>{t('authenticity.title')} <Hint text={t('authenticity.hint')} /></>}
      extra={<Button size="small" disabled={(asked.data?.total.forged ?? 0) === 0} onClick={() => setBlocking(true)}>{t('authenticity.blockList')}</Button>}
      asked={asked}
      minHeight={HEIGHT}
      rows={5}
      empty={({ list }) => (list.length === 0 ? { title: t('authenticity.none'), hint: t('authenticity.noneHint') } : undefined)}
    >
      {({ list, total, networks, sources }) => (
        <>
          <p className={styles.sentence}>{list.filter(({ forged }) => forged > 0).map(({ type, name, hits, forged }) => <span key={`${type} ${name}`}>{t('authenticity.sentence', { name, hits: number(hits), forged: number(forged) })}</span>)}</p>
          <div className={styles.scroll}>
            <table className={`${shares.table} ${styles.verdicts}`}>
              <thead><tr><th scope="col">{t('spider.name')}</th><th scope="col">{t('spider.hits')}</th>{VERDICTS.map((verdict) => <th key={verdict} scope="col">{t(`authenticity.${verdict}`)}</th>)}<th scope="col">{t('authenticity.share')}</th></tr></thead>
              <tbody>
                {list.map((crawler) => (
                  <tr key={`${crawler.type} ${crawler.name}`}>
                    <td><FilterValue text={crawler.name} onFilter={() => narrow(crawler.name, crawler.type, undefined)} /></td>
                    <td>{number(crawler.hits)}</td>
                    {VERDICTS.map((verdict) => (
                      <td key={verdict}>
                        {crawler[verdict] === 0 ? number(0) : <button type="button" className={styles.link} aria-label={`${crawler.name}: ${t(`authenticity.${verdict}`)} ${number(crawler[verdict])}`} onClick={() => narrow(crawler.name, crawler.type, verdict)}>{number(crawler[verdict])}</button>}
                      </td>
                    ))}
                    <td>{formatShare(crawler.forged, crawler.hits, locale)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot><tr><th scope="row">{t('info.total')}</th><td>{number(total.hits)}</td>{VERDICTS.map((verdict) => <td key={verdict}>{number(total[verdict])}</td>)}<td>{formatShare(total.forged, total.hits, locale)}</td></tr></tfoot>
            </table>
          </div>
          <ForgingNetworks networks={networks} forged={total.forged} />
          <p className={styles.sources}>{t('authenticity.sources', { lists: sources.filter(({ as_of: at }) => at !== '').map(({ key, as_of: at }) => `${key} ${at}`).join(' · ') })}</p>
          <BlockListDialog open={blocking} input={input} onClose={() => setBlocking(false)} />
        </>
      )}
    </Panel>
  );
}
