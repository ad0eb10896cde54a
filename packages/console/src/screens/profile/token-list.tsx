import type { ApiToken } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { revokeToken, tokensChanged, tokensQuery } from '../../api/tokens';
import { useNotices } from '../../widgets/notices';
import { FailedState, Lines } from '../../widgets/panel-state';
import { useGrantableScreens } from '../../widgets/screens';
import secrets from '../../widgets/secret-list.module.css';
import { NewToken } from './new-token';
import styles from './tokens.module.css';

const HEIGHT = 120;

/** One's own API tokens: made, shown once, revoked. */
export function TokenList(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { data, error, refetch } = useQuery(tokensQuery(client));
  if (data === undefined) return error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={3} />;
  return (
    <>
      <p className={secrets.intro}>{t('token.intro')}</p>
      {data.list.length === 0 ? <p>{t('token.none')}</p> : <ul className={secrets.list}>{data.list.map((token) => <Token key={token.id} token={token} />)}</ul>}
      <NewToken />
    </>
  );
}

function Token({ token }: { readonly token: ApiToken }): ReactNode {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const screens = useGrantableScreens();
  const revoke = useMutation({
    mutationFn: () => revokeToken(client, token.id),
    onSuccess: async () => {
      void message.success(t('token.revoked'));
      await tokensChanged(queries);
    },
  });
  const ask = () => {
    modal.confirm({
      title: t('token.revokeTitle', { name: token.name }),
      content: t('token.revokeText'),
      okText: t('token.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => revoke.mutateAsync().then(undefined, () => undefined),
    });
  };
  const titles = screens.filter(({ name }) => token.routes.includes(name)).map(({ title }) => t(title));
  const ends = token.revoked_at === '' ? (token.expires_at === '' ? t('token.never') : t(token.valid ? 'token.expires' : 'token.expired', { time: token.expires_at })) : t('token.revokedAt', { time: token.revoked_at });
  return (
    <li className={secrets.item}>
      <span className={secrets.about}>
        <bdi>{token.name}</bdi> <code className={secrets.hint}>{token.hint}…</code>
        <span className={styles.scope}>{[...titles, ...(token.sites.length === 0 ? [t('token.everySite')] : token.sites)].map((text) => <Tag key={text}>{text}</Tag>)}</span>
        <span className={secrets.times}><span>{ends}</span><span>{token.last_used_at === '' ? t('token.neverUsed') : t('token.lastUsed', { time: token.last_used_at })}</span></span>
      </span>
      {token.valid ? <Button size="small" type="link" danger aria-label={`${t('token.revoke')} ${token.name}`} onClick={ask}>{t('token.revoke')}</Button> : null}
    </li>
  );
}
