import type { endpoints, Input } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderStatusesQuery, spiderTopUrlsQuery } from '../../api/spiders';
import { formatBytes, formatCount, formatShare } from '../../lib/numbers';
import { addressLabel } from '../../lib/text';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import { LongText } from '../../widgets/long-text';
import { Panel } from '../../widgets/panel';
import { ShareBar } from '../../widgets/share-bar';
import type { UrlChanges } from '../../widgets/use-url-state';
import shares from '../../widgets/shares.module.css';
import styles from './spider-log.module.css';

const HEIGHT = 240;
const TOP = 10;

interface Props {
  readonly input: Input<typeof endpoints.spiders.statuses>;
  readonly onChange: (changes: UrlChanges) => void;
}

/** The addresses that crawlers asked for most; one narrows the log to itself. */
export function UrlsPanel({ input, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(spiderTopUrlsQuery(client, { ...input, page: 1, per_page: TOP }));
  return (
    <Panel title={t('spider.topUrls')} asked={asked} minHeight={HEIGHT} rows={6} empty={({ list }) => (list.length === 0 ? { title: t('spider.noHits'), hint: t('spider.noHitsHint') } : undefined)}>
      {({ list, total }) => (
        <table className={shares.table}>
          <thead><tr><th scope="col">{t('field.url')}</th><th scope="col">{t('spider.hits')}</th><th scope="col">{t('spider.percent')}</th><th scope="col">{t('spider.bytes')}</th></tr></thead>
          <tbody>
            {list.map(({ key, num, bytes }) => (
              <tr key={key}>
                <td aria-label={key}><ShareBar part={num} total={total}><button type="button" className={styles.link} title={key} aria-label={t('report.filterBy', { value: key })} onClick={() => onChange({ url: key.slice(0, 500), page: undefined })}><LongText text={key} label={addressLabel(key, input.domain ?? '')} /></button></ShareBar></td>
                <td>{formatCount(num, locale)}</td>
                <td>{formatShare(num, total, locale)}</td>
                <td>{bytes === 0 ? t('common.none') : formatBytes(bytes, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** What crawlers were answered, and how much was sent to them. */
export function StatusesPanel({ input, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const asked = useQuery(spiderStatusesQuery(client, input));
  return (
    <Panel title={t('spider.statuses')} asked={asked} minHeight={HEIGHT} rows={6} empty={({ list }) => (list.length === 0 ? { title: t('spider.noHits'), hint: t('spider.noHitsHint') } : undefined)}>
      {({ list, total, bytes: all }) => (
        <table className={shares.table}>
          <thead><tr><th scope="col">{t('spider.code')}</th><th scope="col">{t('spider.hits')}</th><th scope="col">{t('spider.percent')}</th><th scope="col">{t('spider.bytes')}</th></tr></thead>
          <tbody>
            {list.map(({ status, num, bytes }) => (
              <tr key={status ?? 'none'}>
                <td><FilterValue text={status === null ? t('common.unknown') : String(status)} onFilter={() => onChange({ status: status === null ? 'none' : String(status), page: undefined })} /></td>
                <td>{formatCount(num, locale)}</td>
                <td>{formatShare(num, total, locale)}</td>
                <td>{formatBytes(bytes, locale)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot><tr><th scope="row">{t('info.total')}</th><td>{formatCount(total, locale)}</td><td>{formatShare(total, total, locale)}</td><td>{formatBytes(all, locale)}</td></tr></tfoot>
        </table>
      )}
    </Panel>
  );
}
