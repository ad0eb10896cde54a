import { Button, Form, Input, Select } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../widgets/use-scope';
import { SitePicker } from '../../widgets/site-picker';
import { MAX_LENGTH, SEARCH_TYPES, type SearchType, type TrajectoryState } from './trajectory-state';
import styles from './trajectory.module.css';

interface Fields {
  site: string;
  type?: SearchType;
  ip?: string;
  fingerprint?: string;
}

interface Props {
  readonly state: TrajectoryState;
  readonly sites: Scope['sites'];
  /** Beside the search: what else narrows. */
  readonly children: ReactNode;
  readonly onSearch: (wish: { readonly type: SearchType; readonly value: string; readonly site: string }) => void;
}

/** Whose way: a fingerprint or an IP, on which site. Another type empties both fields. Source: specification 1, sections 4 and 5. */
export function SearchForm({ state, sites, children, onSearch }: Props): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const { domain, site, type: searched, value } = state;
  const type = Form.useWatch('type', form) ?? searched;
  // The address may change it too, by 'back' and by the links of the screen.
  useEffect(() => {
    form.resetFields();
    form.setFieldsValue({ site, ...(searched ? { type: searched, [searched]: value } : {}) });
  }, [form, site, searched, value]);
  return (
    <Form<Fields>
      form={form}
      layout="inline"
      className={styles.search ?? ''}
      requiredMark={false}
      onFinish={(fields) => fields.type && onSearch({ type: fields.type, value: fields[fields.type] ?? '', site: fields.site ?? '' })}
    >
      {domain === '' ? <Form.Item name="site" initialValue=""><SiteField sites={sites} /></Form.Item> : null}
      <Form.Item name="type" rules={[{ required: true, message: t('trajectory.typeRequired') }]}>
        <Select
          className={styles.type ?? ''}
          aria-label={t('trajectory.type')}
          placeholder={t('trajectory.type')}
          options={SEARCH_TYPES.map((known) => ({ value: known, label: t(`field.${known}`) }))}
          onChange={() => {
            form.setFieldsValue({ ip: '', fingerprint: '' });
            form.setFields([{ name: 'ip', errors: [] }, { name: 'fingerprint', errors: [] }]);
          }}
        />
      </Form.Item>
      {type === undefined ? null : (
        <Form.Item key={type} name={type} rules={[{ required: true, whitespace: true, message: t(type === 'ip' ? 'trajectory.ipRequired' : 'trajectory.fingerprintRequired') }]}>
          <Input className={styles.value ?? ''} aria-label={t(`field.${type}`)} placeholder={t(`field.${type}`)} maxLength={MAX_LENGTH[type]} spellCheck={false} autoCapitalize="none" />
        </Form.Item>
      )}
      <Form.Item><Button type="primary" htmlType="submit">{t('list.search')}</Button></Form.Item>
      {children}
    </Form>
  );
}

interface SiteFieldProps {
  readonly sites: Scope['sites'];
  /** These come from the form. */
  readonly value?: string;
  readonly onChange?: (site: string) => void;
}

function SiteField({ sites, value = '', onChange }: SiteFieldProps): ReactNode {
  const { t } = useTranslation();
  return <SitePicker label={t('range.site')} placeholder={t('info.chooseSite')} value={value} sites={sites} wide onChange={(site) => onChange?.(site)} />;
}
