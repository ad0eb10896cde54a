import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error';
import { acceptInvitation, invitationQuery } from '../../api/auth';
import { useClient } from '../../api/client-context';
import { PATHS } from '../../lib/links';
import { Entrance } from '../../widgets/entrance';
import { failureText } from '../../widgets/failure-text';
import { Lines } from '../../widgets/panel-state';
import { OneTimeCode } from '../../widgets/one-time-code';
import { PasswordItem } from '../../widgets/password-item';
import styles from './invitation.module.css';

const HEIGHT = 220;

interface Fields {
  password: string;
  repeated: string;
  code?: string;
}

/**
 * Where an invited user, or one whose password was reset, sets a password with the link's token. It stands behind
 * `#`, so that no log and no other site learns of it.
 * @param onToken keeps the token of the new session
 */
export default function Invitation({ onToken }: { readonly onToken: (token: string) => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const token = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({ ...invitationQuery(client, token), enabled: token !== '' });
  const lost = token === '' || (error instanceof ApiError && error.kind === 'refused');
  if (lost) {
    return (
      <Entrance title={t('invitation.title')}>
        <Alert type="error" showIcon title={token === '' ? t('failure.invitation.unknown') : failureText(error, t)} />
        <Link className={styles.home} to={PATHS.login}>{t('invitation.toLogin')}</Link>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('invitation.title')}>
      {data ? <SetPassword token={token} username={data.username} name={data.name} onToken={onToken} /> : error ? (
        <Alert type="error" showIcon title={failureText(error, t)} action={<Button size="small" onClick={() => void refetch()}>{t('app.retry')}</Button>} />
      ) : <Lines minHeight={HEIGHT} rows={5} />}
    </Entrance>
  );
}

interface Props {
  readonly token: string;
  readonly username: string;
  readonly name: string;
  readonly onToken: (token: string) => void;
}

function SetPassword({ token, username, name, onToken }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const [asksCode, setAsksCode] = useState(false);
  const accept = useMutation({
    mutationFn: ({ password, code }: Fields) => acceptInvitation(client, { token, password, ...(code === undefined ? {} : { code }) }),
    meta: { shownBy: 'form' },
    onError: (error) => {
      if (error instanceof ApiError && error.errorName === 'auth.code_required') setAsksCode(true);
    },
    onSuccess: (session) => {
      onToken(session);
      return navigate(PATHS.home, { replace: true });
    },
  });
  return (
    <Form<Fields> name="invitation" layout="vertical" validateTrigger="onBlur" requiredMark={false} disabled={accept.isPending} onFinish={(fields) => accept.mutate(fields)}>
      <p className={styles.greeting}>{t('invitation.text', { name, username })}</p>
      {/* Password managers keep the password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordItem name="password" label={t('password.new')} autoComplete="new-password" />
      <PasswordItem name="repeated" label={t('password.repeat')} autoComplete="new-password" repeats="password" />
      {asksCode ? <OneTimeCode label={t('factor.code')} hint={t('factor.codeHint')} /> : null}
      <div className={styles.failure}>{accept.error ? <Alert type="error" showIcon title={failureText(accept.error, t)} /> : null}</div>
      <Button type="primary" htmlType="submit" size="large" block loading={accept.isPending}>{t('invitation.submit')}</Button>
    </Form>
  );
}
