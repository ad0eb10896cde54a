import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { MINIMUM_PASSWORD_LENGTH } from '@footfall/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, type InputRef } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error';
import { signIn } from '../../api/auth';
import { useClient } from '../../api/client-context';
import { targetAfterLogin } from '../../lib/redirect';
import { Entrance } from '../../widgets/entrance';
import { failureText } from '../../widgets/failure-text';
import { OneTimeCode } from '../../widgets/one-time-code';
import { useCapsLock } from '../../widgets/caps-lock';
import styles from './login.module.css';

interface Credentials {
  username: string;
  password: string;
  code?: string;
}

/** @param onToken keeps the token of the new session */
export default function Login({ onToken }: { readonly onToken: (token: string) => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [form] = Form.useForm<Credentials>();
  const username = useRef<InputRef>(null);
  const password = useRef<InputRef>(null);
  const [shown, setShown] = useState(false);
  /** Name and password are right, and the account asks for a code beside them. */
  const [asksCode, setAsksCode] = useState(false);
  const capsLock = useCapsLock();
  const wait = useCountdown();

  const login = useMutation({
    mutationFn: (credentials: Credentials) => signIn(client, credentials),
    meta: { shownBy: 'form' },
    onSuccess: (token) => {
      onToken(token);
      return navigate(targetAfterLogin(search), { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) wait.start(error.retryAfter);
      const name = error instanceof ApiError ? error.errorName : undefined;
      if (name === 'auth.code_required') setAsksCode(true);
      else if (name === 'auth.incorrect') setAsksCode(false);
      if (name !== 'auth.code_required' && name !== 'auth.code_incorrect') password.current?.focus({ cursor: 'all' });
    },
  });

  // Also right after the browser filled the form in, which it does before or just after the first paint.
  useEffect(() => {
    const field = form.getFieldValue('username') ? password : username;
    field.current?.focus();
  }, [form]);

  const submit = ({ username: name, password: secret, code }: Credentials) => login.mutate({ username: name.trim(), password: secret, ...(asksCode && code !== undefined ? { code } : {}) });
  const focusFirstEmpty = () => (form.getFieldValue('username')?.trim() ? password : username).current?.focus();
  // The first time it is a step of the sign-in, no failure.
  const asked = login.error instanceof ApiError && login.error.errorName === 'auth.code_required';
  const failure = asked ? '' : wait.seconds > 0 ? t('login.limited', { seconds: wait.seconds }) : login.error ? failureText(login.error, t) : '';

  return (
    <Entrance title={t('login.title')}>
      <Form<Credentials>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        initialValues={{ username: '', password: '' }}
        disabled={login.isPending}
        onFinish={submit}
        onFinishFailed={focusFirstEmpty}
      >
        <Form.Item className={styles.field ?? ''} name="username" label={t('login.username')} rules={[{ required: true, whitespace: true, message: t('login.usernameInvalid') }]}>
          <Input ref={username} size="large" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={200} />
        </Form.Item>
        <Form.Item className={styles.field ?? ''} name="password" label={<span className={styles.label}>{t('login.password')}<span className={styles.caps} role="status">{capsLock.on ? t('login.capsLock') : ''}</span></span>} rules={[{ required: true, min: MINIMUM_PASSWORD_LENGTH, message: t('login.passwordInvalid') }]}>
          <Input
            ref={password}
            type={shown ? 'text' : 'password'}
            size="large"
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1_000}
            suffix={
              <Button
                type="text"
                size="small"
                icon={shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
                aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
                onClick={() => {
                  setShown(!shown);
                  password.current?.focus();
                }}
              />
            }
            {...capsLock.handlers}
          />
        </Form.Item>
        {asksCode ? <OneTimeCode label={t('factor.code')} hint={t('factor.codeHint')} size="large" /> : null}
        <div>{failure === '' ? null : <Alert className={styles.failure ?? ''} type="error" showIcon title={failure} />}</div>
        <Button type="primary" htmlType="submit" size="large" block loading={login.isPending} disabled={wait.seconds > 0}>{t('login.submit')}</Button>
      </Form>
    </Entrance>
  );
}

/** Seconds that count down to 0. */
function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return { seconds, start: (from) => setSeconds(Math.ceil(from)) };
}
