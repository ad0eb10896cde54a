import { UploadOutlined } from '@ant-design/icons';
import type { Sitemap } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { useClient } from '../../api/client-context';
import { fetchSitemap, removeSitemap, sitemapsChanged, sitemapsQuery, uploadSitemap } from '../../api/coverage';
import { formatCount } from '../../lib/numbers';
import { failureText } from '../../widgets/failure-text';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { useNotices } from '../../widgets/notices';
import { Panel } from '../../widgets/panel';
import { useSession } from '../../widgets/session';
import styles from './crawl-coverage.module.css';

const HEIGHT = 90;

/** The sitemaps that say which addresses there are, and, for administrators, the ways to give one. @param domain '' for all sites */
export function SitemapsPanel({ domain }: { readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { isAdmin } = useSession();
  const asked = useQuery(sitemapsQuery(client, domain));
  return (
    <Panel
      title={<>{t('coverage.sitemaps')} <Hint text={t('coverage.sitemapsHint')} /></>}
      asked={asked}
      minHeight={HEIGHT}
      anyHeight
      above={isAdmin && domain !== '' ? <NewSitemap key={domain} domain={domain} /> : null}
      empty={({ list }) => (list.length === 0 ? { title: t('coverage.noSitemap'), hint: t(isAdmin ? 'coverage.noSitemapHint' : 'coverage.askAdmin') } : undefined)}
    >
      {({ list }) => <ul className={styles.sitemaps}>{list.map((sitemap) => <Known key={sitemap.id} sitemap={sitemap} editable={isAdmin} named={domain === ''} />)}</ul>}
    </Panel>
  );
}

/** What the server says of the file that was at fault. */
function faultIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { file, reason, address, files } = error.details;
  return [file, reason, address, ...(Array.isArray(files) ? files : [])].filter((text) => typeof text === 'string' && text !== '').join(' · ') || undefined;
}

/** Reading one: how it ended is said at the place. */
function useReading<T>(work: (given: T) => Promise<Sitemap>) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { message } = useNotices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    meta: { shownBy: 'form' },
    onSuccess: async ({ name, urls }) => {
      void message.success(t('coverage.read', { name, num: formatCount(urls, locale) }));
      await sitemapsChanged(queries);
    },
  });
}

function NewSitemap({ domain }: { readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [address, setAddress] = useState(`https://${domain}/sitemap.xml`);
  const upload = useReading((files: readonly File[]) => uploadSitemap(client, domain, files));
  const fetching = useReading((from: string) => fetchSitemap(client, domain, from));
  const error = upload.error ?? fetching.error;
  const start = (work: () => void) => {
    upload.reset();
    fetching.reset();
    work();
  };
  return (
    <div className={styles.give}>
      <Upload
        multiple
        accept=".xml,.gz,.txt"
        showUploadList={false}
        fileList={[]}
        beforeUpload={(one, all) => {
          // Called for each of them; they are one sitemap.
          if (one === all[0]) start(() => upload.mutate(all.toSorted((a, b) => (a.name < b.name ? -1 : 1))));
          return false;
        }}
      >
        <Button icon={<UploadOutlined />} loading={upload.isPending}>{t('coverage.upload')}</Button>
      </Upload>
      <Input.Search
        className={styles.address ?? ''}
        value={address}
        aria-label={t('coverage.address')}
        placeholder={t('coverage.address')}
        enterButton={t('coverage.fetch')}
        loading={fetching.isPending}
        onChange={({ target }) => setAddress(target.value)}
        onSearch={(from) => (from.trim() === '' ? undefined : start(() => fetching.mutate(from.trim())))}
      />
      {error ? <Alert className={styles.fault ?? ''} type="error" showIcon title={failureText(error, t)} description={faultIn(error)} /> : null}
    </div>
  );
}

function Known({ sitemap, editable, named }: { readonly sitemap: Sitemap; readonly editable: boolean; readonly named: boolean }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { modal } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const again = useReading((from: string) => fetchSitemap(client, sitemap.domain, from));
  const remove = useMutation({ mutationFn: () => removeSitemap(client, sitemap.id), onSuccess: () => sitemapsChanged(queries) });
  const ask = () => {
    modal.confirm({
      title: t('coverage.removeTitle', { name: sitemap.name }),
      content: t('coverage.removeText'),
      okText: t('coverage.remove'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => remove.mutateAsync().then(undefined, () => undefined),
    });
  };
  return (
    <li className={styles.sitemap}>
      <span className={styles.about}>
        <bdi className={styles.name}>{named ? `${sitemap.domain}: ` : ''}{sitemap.name}</bdi>
        <span className={styles.muted}>
          {t('coverage.urlsIn', { num: formatCount(sitemap.urls, locale) })}
          {sitemap.left_out > 0 ? ` · ${t('coverage.leftOut', { num: formatCount(sitemap.left_out, locale) })}` : ''}
          {` · ${t('coverage.readAt', { time: sitemap.read_at.slice(0, 16) })}`}
        </span>
        {again.error ? <Alert type="error" showIcon title={failureText(again.error, t)} description={faultIn(again.error)} /> : null}
      </span>
      {editable ? (
        <span className={styles.actions}>
          {sitemap.address === '' ? null : <Button size="small" loading={again.isPending} aria-label={`${t('coverage.again')} ${sitemap.name}`} onClick={() => again.mutate(sitemap.address)}>{t('coverage.again')}</Button>}
          <Button size="small" type="link" danger aria-label={`${t('coverage.remove')} ${sitemap.name}`} onClick={ask}>{t('coverage.remove')}</Button>
        </span>
      ) : null}
    </li>
  );
}
