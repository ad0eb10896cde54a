import type { ApiKey } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addApiKey, apiKeysChanged, apiKeysQuery, revokeApiKey } from '../../api/api-keys';
import { useClient } from '../../api/client-context';
import { CopyButton } from '../../widgets/copy-button';
import { useNotices } from '../../widgets/notices';
import { FailedState, Lines } from '../../widgets/panel-state';
import styles from './site-keys.module.css';

const HEIGHT = 40;
const MAX_NAME = 100;

/** The API keys with which servers send events of a site: made, shown once, revoked. */
export function SiteKeys({ siteId }: { readonly siteId: number }): ReactNode {
  const client = useClient();
  const { data, error, refetch } = useQuery(apiKeysQuery(client, siteId));
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} />;
  if (data === undefined) return <Lines minHeight={HEIGHT} rows={1} />;
  return (
    <>
      {data.list.length === 0 ? null : <ul className={styles.list}>{data.list.map((key) => <Key key={key.id} value={key} />)}</ul>}
      <NewKey siteId={siteId} />
    </>
  );
}

function Key({ value }: { readonly value: ApiKey }): ReactNode {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(client, value.id),
    onSuccess: async () => {
      void message.success(t('key.revoked'));
      await apiKeysChanged(queries);
    },
  });
  const ask = () => {
    modal.confirm({
      title: t('key.revokeTitle', { name: value.name }),
      content: t('key.revokeText'),
      okText: t('key.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => revoke.mutateAsync().then(undefined, () => undefined),
    });
  };
  const used = value.last_used_at === '' ? t('key.neverUsed') : t('key.lastUsed', { time: value.last_used_at });
  return (
    <li className={styles.key}>
      <span className={styles.about}>
        {value.name} <span className={styles.hint}>{value.hint}…</span>
        <br />
        <span className={styles.times}>{value.revoked_at === '' ? used : t('key.revokedAt', { time: value.revoked_at })}</span>
      </span>
      {value.revoked_at === '' ? <Button size="small" type="link" danger onClick={ask}>{t('key.revoke')}</Button> : null}
    </li>
  );
}

function NewKey({ siteId }: { readonly siteId: number }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addApiKey(client, siteId, name.trim()),
    onSuccess: async () => {
      setName('');
      await apiKeysChanged(queries);
    },
  });
  return (
    <>
      {add.data === undefined ? null : (
        <div className={styles.made}>
          <Alert
            type="success"
            title={t('key.made')}
            description={<span className={styles.secret}><code className={styles.hint}>{add.data.key}</code><CopyButton text={add.data.key} label={t('key.copy')} /></span>}
          />
        </div>
      )}
      <div className={styles.form}>
        <Input
          size="small"
          value={name}
          maxLength={MAX_NAME}
          aria-label={t('key.name')}
          placeholder={t('key.name')}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => {
            if (name.trim() !== '') add.mutate();
          }}
        />
        <Button size="small" disabled={name.trim() === ''} loading={add.isPending} onClick={() => add.mutate()}>{t('key.add')}</Button>
      </div>
    </>
  );
}
