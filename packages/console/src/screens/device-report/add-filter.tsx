import { FilterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Form, Input, Popover, type RefSelectProps, Select } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { browserListQuery, deviceListQuery } from '../../api/common';
import { valueName } from '../../lib/value-names';
import { CountryPicker } from '../../widgets/country-picker';
import styles from './device-report.module.css';
import { FILTER_FIELDS, type FilterField, isFilterValue } from './filters';

interface Wish {
  field: FilterField;
  value: string;
}

interface Props {
  readonly domain: string;
  readonly onAdd: (field: FilterField, value: string) => void;
}

/** Narrows the list by one more fact. */
export function AddFilter({ domain, onAdd }: Props): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={
        <FilterForm
          domain={domain}
          onLeave={close}
          onDone={({ field, value }) => {
            close();
            onAdd(field, value.trim());
          }}
        />
      }
    >
      <Button ref={opener} icon={<FilterOutlined />} aria-expanded={open}>{t('report.addFilter')}</Button>
    </Popover>
  );
}

interface FormProps {
  readonly domain: string;
  readonly onDone: (wish: Wish) => void;
  readonly onLeave: () => void;
}

function FilterForm({ domain, onDone, onLeave }: FormProps): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Wish>();
  const field = Form.useWatch('field', form) ?? 'ip';
  const first = useRef<RefSelectProps>(null);
  // What was opened by keyboard goes on by keyboard.
  useEffect(() => first.current?.focus(), []);
  return (
    <Form<Wish> form={form} layout="vertical" className={styles.form ?? ''} initialValues={{ field: 'ip', value: '' }} requiredMark={false} onFinish={onDone} onKeyDown={({ key }) => key === 'Escape' && onLeave()}>
      <Form.Item name="field" label={t('report.field')}>
        <Select
          ref={first}
          options={FILTER_FIELDS.map((value) => ({ value, label: t(value === 'country_code' ? 'field.country' : `field.${value}`) }))}
          onChange={() => form.setFieldValue('value', '')}
        />
      </Form.Item>
      <Form.Item
        name="value"
        label={t('report.value')}
        rules={[{ validator: (_rule, value: string) => (isFilterValue(field, (value ?? '').trim()) ? Promise.resolve() : Promise.reject(new Error(t('report.valueRequired')))) }]}
        validateTrigger={[]}
      >
        <ValueEditor field={field} domain={domain} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block>{t('common.add')}</Button>
    </Form>
  );
}

interface EditorProps {
  readonly field: FilterField;
  readonly domain: string;
  /** These come from the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** The right editor for a fact: a choice of what was seen, or free text. */
function ValueEditor({ field, domain, id = '', value = '', onChange }: EditorProps): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const browsers = useQuery({ ...browserListQuery(client, domain), enabled: field === 'browser_name' });
  const devices = useQuery({ ...deviceListQuery(client, domain), enabled: field === 'device_type' });
  if (field === 'country_code') return <CountryPicker domain={domain} value={value} onChange={(code) => onChange?.(code)} />;
  if (field === 'device_type') {
    const options = [...new Set(devices.data ?? [])].filter((type) => type !== '').map((type) => ({ value: type, label: valueName(field, type, t) }));
    return <Select id={id} {...(value === '' ? {} : { value })} loading={devices.isPending} options={options} showSearch={{ optionFilterProp: 'label' }} onChange={(type: string) => onChange?.(type)} />;
  }
  const seen = field === 'browser_name' ? browsers.data : undefined;
  if (seen === undefined) return <Input id={id} value={value} maxLength={4_096} spellCheck={false} autoCapitalize="none" onChange={({ target }) => onChange?.(target.value)} />;
  return (
    <AutoComplete
      id={id}
      value={value}
      options={seen.filter((name) => name !== '').map((name) => ({ value: name }))}
      showSearch={{ filterOption: (input, option) => (option?.value ?? '').toLowerCase().includes(input.toLowerCase()) }}
      onChange={(text: string) => onChange?.(text)}
    />
  );
}
