import type { GrantableRoute } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { domainListQuery } from '../../api/common';
import { addToken, tokensChanged } from '../../api/tokens';
import { CopyButton } from '../../widgets/copy-button';
import { SaveFailure } from '../../widgets/form-dialog';
import { useGrantableScreens } from '../../widgets/screens';
import secrets from '../../widgets/secret-list.module.css';
import { useSession } from '../../widgets/session';
import styles from './tokens.module.css';

const MAX_NAME = 100;
const WIDTH = 520;
/** Days; 0 for no end. */
const ENDS = [30, 90, 365, 0] as const;
const USUAL_END = 90;

interface Fields {
  readonly name: string;
  readonly routes: GrantableRoute[];
  readonly sites: string[];
  readonly days: number;
}

/** Makes a token out of the screens that one may open oneself, and shows it once. */
export function NewToken(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const { isAdmin, user } = useSession();
  const [form] = Form.useForm<Fields>();
  const screens = useGrantableScreens().filter(({ name }) => isAdmin || user.routes.includes(name));
  const sites = useQuery(domainListQuery(client));
  const add = useMutation({
    mutationFn: (fields: Fields) => addToken(client, fields),
    onSuccess: async () => {
      form.resetFields();
      await tokensChanged(queries);
    },
  });
  return (
    <>
      {add.data === undefined ? null : (
        <Alert className={secrets.made ?? ''} type="success" title={t('token.made')} description={<span className={styles.secret}><code className={secrets.hint}>{add.data.token}</code><CopyButton text={add.data.token} label={t('token.copy')} /></span>} />
      )}
      <Form<Fields> form={form} layout="vertical" style={{ maxWidth: WIDTH }} initialValues={{ name: '', routes: [], sites: [], days: USUAL_END }} onFinish={(fields) => add.mutate(fields)}>
        <Form.Item name="name" label={t('token.name')} rules={[{ required: true, whitespace: true, message: t('spider.required') }]}><Input maxLength={MAX_NAME} /></Form.Item>
        <Form.Item name="routes" label={t('token.screens')} rules={[{ required: true, message: t('spider.required') }]}>
          <Select mode="multiple" optionFilterProp="label" options={screens.map(({ name, title }) => ({ value: name, label: t(title) }))} />
        </Form.Item>
        <Form.Item name="sites" label={t('token.sites')}>
          <Select mode="multiple" optionFilterProp="label" placeholder={t('token.allSites')} options={(sites.data ?? []).map(({ domain }) => ({ value: domain, label: domain }))} />
        </Form.Item>
        <Form.Item name="days" label={t('token.days')}>
          <Select options={ENDS.map((days) => ({ value: days, label: days === 0 ? t('token.never') : t('token.inDays', { num: days }) }))} />
        </Form.Item>
        <SaveFailure error={add.error} />
        <Button type="primary" htmlType="submit" loading={add.isPending}>{t('token.add')}</Button>
      </Form>
    </>
  );
}
