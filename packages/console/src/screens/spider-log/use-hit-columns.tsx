import { networkOwnerText, type SpiderHit } from '@footfall/contract';
import { Tag } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/names';
import { formatBytes } from '../../lib/numbers';
import { addressLabel } from '../../lib/text';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import { MarkedText } from '../../widgets/marked-text';
import { OutsideLink } from '../../widgets/outside-link';
import { useSpiderReason } from '../../widgets/spider-reason';
import { useSpiderType } from '../../widgets/spider-type';
import type { UrlChanges } from '../../widgets/use-url-state';
import styles from './spider-log.module.css';

/** The columns of the log. Widths: specification 2, section 2, "Spider log". */
export function useHitColumns(domain: string, search: string, change: (changes: UrlChanges) => void): () => readonly ListColumn<SpiderHit>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const nameOf = useSpiderType();
  const reasonOf = useSpiderReason();
  return useCallback(
    () => [
      { key: 'ip', title: t('field.ip'), width: 150, sort: 'asc', render: ({ ip }) => <FilterValue text={ip} onFilter={() => change({ ip, page: undefined })} /> },
      { key: 'type', title: t('spider.type'), width: 136, sort: 'asc', render: ({ type }) => <FilterValue text={nameOf(type)} onFilter={() => change({ type, spider_id: undefined, name: undefined, page: undefined })} /> },
      { key: 'name', title: t('spider.name'), width: 140, sort: 'asc', render: ({ name, type }) => <FilterValue text={name} onFilter={() => change({ type, name, page: undefined })} /> },
      {
        key: 'url', title: t('field.url'), width: 168, grow: true, sort: 'asc',
        render: ({ url }) => <span className={styles.url}><LongText text={url} label={addressLabel(url, domain)} /><OutsideLink address={url} /></span>,
      },
      { key: 'created_at', title: t('field.created_at'), width: 158, numeric: true, sort: 'desc', render: ({ created_at: at }) => at },
      { key: 'status', title: t('spider.code'), width: 108, numeric: true, sort: 'asc', render: ({ status }) => (status === null ? t('common.none') : <FilterValue text={String(status)} onFilter={() => change({ status: String(status), page: undefined })} />) },
      {
        key: 'authenticity', title: t('authenticity.verdict'), width: 118,
        render: ({ authenticity, evidence: { why, network, list, as_of: at } }) => (
          <span title={t(`authenticity.why.${why}`, { network, list, at })}>
            {authenticity === 'unverifiable' ? t('authenticity.unverifiable') : <Tag color={authenticity === 'forged' ? 'error' : 'success'}><FilterValue text={t(`authenticity.${authenticity}`)} onFilter={() => change({ authenticity, page: undefined })} /></Tag>}
          </span>
        ),
      },
      { key: 'evidence', title: t('authenticity.evidence'), width: 240, hidden: true, render: ({ evidence: { why, network, list, as_of: at } }) => t(`authenticity.why.${why}`, { network, list, at }) },
      { key: 'network_owner', title: t('authenticity.owner'), width: 210, hidden: true, render: ({ network_owner: owner }) => <bdi>{networkOwnerText(owner) || t('common.unknown')}</bdi> },
      { key: 'bytes', title: t('spider.bytes'), width: 92, numeric: true, sort: 'desc', render: ({ bytes }) => (bytes === null ? t('common.none') : formatBytes(bytes, locale)) },
      { key: 'user_agent', title: t('field.user_agent'), width: 212, render: ({ user_agent: agent, spider_id: id, reason }) => <MarkedText text={agent} words={search === '' ? (id === 0 ? [] : [reason]) : [search]} /> },
      { key: 'domain', title: t('field.domain'), width: 150, hidden: domain !== '', render: ({ domain: site }) => site },
      { key: 'country', title: t('field.country'), width: 130, hidden: true, render: ({ country, country_code: code }) => (code === '' ? t('common.unknown') : countryName(code, locale, country)) },
      { key: 'reason', title: t('spider.reason'), width: 150, hidden: true, render: ({ spider_id: id, reason }) => <bdi>{reasonOf(id, reason)}</bdi> },
      { key: 'method', title: t('spider.method'), width: 90, hidden: true, render: ({ method }) => method },
    ],
    [t, locale, nameOf, reasonOf, domain, search, change],
  );
}
