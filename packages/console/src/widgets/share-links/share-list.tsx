import type { ShareLink } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { revokeShare, sharesChanged, sharesQuery } from '../../api/shares';
import { useNotices } from '../notices';
import { FailedState, Lines } from '../panel-state';
import secrets from '../secret-list.module.css';

const HEIGHT = 100;

/** A site's links, with who made each and when it was used last. */
export function ShareList({ domain }: { readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { data, error, refetch } = useQuery(sharesQuery(client, domain));
  if (data === undefined) return error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={3} />;
  if (data.list.length === 0) return <p>{t('share.none')}</p>;
  return <ul className={secrets.list}>{data.list.map((link) => <Link key={link.id} link={link} />)}</ul>;
}

function useEnd({ state, maker, expires_at, revoked_at }: ShareLink): string {
  const { t } = useTranslation();
  if (state === 'revoked') return t('token.revokedAt', { time: revoked_at });
  if (state === 'suspended') return t('share.suspended', { name: maker });
  if (state === 'expired') return t('token.expired', { time: expires_at });
  return expires_at === '' ? t('share.noEnd') : t('token.expires', { time: expires_at });
}

function Link({ link }: { readonly link: ShareLink }): ReactNode {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const end = useEnd(link);
  const revoke = useMutation({
    mutationFn: () => revokeShare(client, link.id),
    onSuccess: async () => {
      void message.success(t('share.revoked'));
      await sharesChanged(queries);
    },
  });
  const ask = () => {
    modal.confirm({
      title: t('share.revokeTitle', { name: link.name }),
      content: t('share.revokeText'),
      okText: t('share.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => revoke.mutateAsync().then(undefined, () => undefined),
    });
  };
  return (
    <li className={secrets.item}>
      <span className={secrets.about}>
        <bdi>{link.name}</bdi> <code className={secrets.hint}>{link.hint}…</code>
        <span className={secrets.times}>
          <span>{t('share.by', { name: link.maker, time: link.created_at })}</span>
          <span>{end}</span>
          <span>{link.last_used_at === '' ? t('token.neverUsed') : t('token.lastUsed', { time: link.last_used_at })}</span>
        </span>
      </span>
      {link.revocable ? <Button size="small" type="link" danger aria-label={`${t('share.revoke')} ${link.name}`} onClick={ask}>{t('share.revoke')}</Button> : null}
    </li>
  );
}
