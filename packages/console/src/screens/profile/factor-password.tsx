import { Alert, Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../widgets/failure-text';
import { PasswordItem } from '../../widgets/password-item';
import { useSession } from '../../widgets/session';
import type { FactorTask } from './factor-task';
import styles from './profile.module.css';

const NOTES = { on: 'factor.onNote', codes: 'factor.codesNote', off: 'factor.offNote' } as const;

interface Props {
  readonly task: FactorTask;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onPassword: (current: string) => void;
}

/** Asks for the password: a console that was left open is not enough to change how one signs in. */
export function FactorPassword({ task, error, busy, onPassword }: Props): ReactNode {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <Form<{ factorPassword: string }> layout="vertical" requiredMark={false} validateTrigger="onBlur" disabled={busy} onFinish={({ factorPassword }) => onPassword(factorPassword)}>
      <p className={styles.note}>{t(NOTES[task])}</p>
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordItem name="factorPassword" label={t('password.current')} autoComplete="current-password" />
      <div className={styles.failure}>{error ? <Alert type="error" showIcon title={failureText(error, t)} /> : null}</div>
      <Button type="primary" danger={task === 'off'} htmlType="submit" block loading={busy}>{t(task === 'off' ? 'factor.turnOff' : 'factor.next')}</Button>
    </Form>
  );
}
