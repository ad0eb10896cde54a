import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { changePassword, ownSessionsChanged } from '../../api/profile';
import { failureText } from '../../widgets/failure-text';
import { useNotices } from '../../widgets/notices';
import { PasswordItem } from '../../widgets/password-item';
import styles from './profile.module.css';

interface Fields {
  current: string;
  password: string;
  repeated: string;
}

/** Another password; whoever else is signed in with the old one is signed out. */
export function PasswordForm({ username }: { readonly username: string }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const change = useMutation({
    mutationFn: ({ current, password }: Fields) => changePassword(client, { current, password }),
    meta: { shownBy: 'form' },
    onSuccess: async () => {
      form.resetFields();
      void message.success(t('password.changed'));
      await ownSessionsChanged(queries);
    },
  });
  return (
    <Form<Fields> form={form} name="password" layout="vertical" className={styles.form ?? ''} validateTrigger="onBlur" requiredMark={false} disabled={change.isPending} onFinish={(fields) => change.mutate(fields)}>
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordItem name="current" label={t('password.current')} autoComplete="current-password" />
      <PasswordItem name="password" label={t('password.new')} autoComplete="new-password" differsFrom="current" />
      <PasswordItem name="repeated" label={t('password.repeat')} autoComplete="new-password" repeats="password" />
      <p className={styles.note}>{t('password.note')}</p>
      <div className={styles.failure}>{change.error ? <Alert type="error" showIcon title={failureText(change.error, t)} /> : null}</div>
      <Button type="primary" htmlType="submit" loading={change.isPending}>{t('password.change')}</Button>
    </Form>
  );
}
