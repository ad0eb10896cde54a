import type { UserSession } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { editProfile, profileChanged } from '../../api/profile';
import { failureText } from '../../widgets/failure-text';
import { useNotices } from '../../widgets/notices';
import styles from './profile.module.css';

/** Seconds. Source: specification 2, section 8. */
const SHOWN = 5;

interface Fields {
  name: string;
  email: string;
  introduction: string;
}

/** Name, e-mail address and introduction, trimmed as they are sent. Source: specification 2, section 2. */
export function AccountForm({ user }: { readonly user: UserSession }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const save = useMutation({
    mutationFn: ({ name, email, introduction }: Fields) => editProfile(client, { name: name.trim(), email: email.trim(), introduction: introduction.trim() }),
    meta: { shownBy: 'form' },
    onSuccess: (saved) => {
      profileChanged(queries, saved);
      form.setFieldsValue(fieldsOf(saved));
      void message.success({ content: t('profile.saved'), duration: SHOWN });
    },
  });
  return (
    <Form<Fields> form={form} name="account" layout="vertical" className={styles.form ?? ''} validateTrigger="onBlur" requiredMark={false} disabled={save.isPending} initialValues={fieldsOf(user)} onFinish={(fields) => save.mutate(fields)}>
      <Form.Item name="name" label={t('user.name')} rules={[{ required: true, whitespace: true, message: t('user.nameRequired') }]}>
        <Input maxLength={60} autoComplete="name" />
      </Form.Item>
      <Form.Item name="email" label={t('user.email')} rules={[{ type: 'email', transform: (value: string) => value.trim(), message: t('user.emailInvalid') }]}>
        <Input maxLength={254} autoComplete="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item name="introduction" label={t('profile.introduction')} extra={t('profile.introductionHelp')}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <div className={styles.failure}>{save.error ? <Alert type="error" showIcon title={failureText(save.error, t)} /> : null}</div>
      <Button type="primary" htmlType="submit" loading={save.isPending}>{t('profile.update')}</Button>
    </Form>
  );
}

function fieldsOf({ name, email, introduction }: UserSession): Fields {
  return { name, email, introduction };
}
