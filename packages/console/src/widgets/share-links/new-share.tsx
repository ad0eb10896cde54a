import { SHARE_PATH } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { addShare, sharesChanged } from '../../api/shares';
import { CopyableLine } from '../copyable-line';
import { SaveFailure } from '../form-dialog';
import secrets from '../secret-list.module.css';
import styles from './share-links.module.css';

const MAX_NAME = 100;
/** Days; 0 for no end. */
const ENDS = [7, 30, 90, 0] as const;
const USUAL_END = 30;
const ON_A_DAY = 'day';

interface Fields {
  readonly name: string;
  readonly ends: number | typeof ON_A_DAY;
  /** There where a day is chosen. */
  readonly until?: string;
}

/** Makes a link, and shows it once. */
export function NewShare({ domain }: { readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const ends = Form.useWatch('ends', form);
  const add = useMutation({
    mutationFn: ({ name, ends: end, until = '' }: Fields) => addShare(client, { domain, name, ...(end === ON_A_DAY ? { until } : { days: end }) }),
    meta: { shownBy: 'dialog' },
    onSuccess: async () => {
      form.resetFields();
      await sharesChanged(queries);
    },
  });
  const options = [
    ...ENDS.map((days) => ({ value: days, label: days === 0 ? t('token.never') : t('token.inDays', { num: days }) })),
    { value: ON_A_DAY, label: t('share.onDay') },
  ];
  const required = [{ required: true, whitespace: true, message: t('spider.required') }];
  return (
    <>
      {add.data === undefined ? null : (
        <Alert className={secrets.made ?? ''} type="success" title={t('share.made')} description={<CopyableLine text={`${window.location.origin}${SHARE_PATH}/${add.data.token}`} label={t('share.copy')} />} />
      )}
      <Form<Fields> form={form} layout="vertical" initialValues={{ name: '', ends: USUAL_END }} onFinish={(fields) => add.mutate(fields)}>
        <div className={styles.row}>
          <Form.Item name="name" label={t('share.name')} rules={required}><Input maxLength={MAX_NAME} /></Form.Item>
          <Form.Item name="ends" label={t('token.days')}><Select options={options} /></Form.Item>
          {ends === ON_A_DAY ? <Form.Item name="until" label={t('share.day')} rules={required}><input className={styles.day} type="date" /></Form.Item> : null}
        </div>
        <SaveFailure error={add.error} />
        <Form.Item><Button type="primary" htmlType="submit" loading={add.isPending}>{t('share.add')}</Button></Form.Item>
      </Form>
    </>
  );
}
