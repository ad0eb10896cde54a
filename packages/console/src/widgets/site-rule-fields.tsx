import { Form, Input, InputNumber, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteFields, SiteList } from './site-fields';

/** Lists, with an entry of each as an example. */
const LISTS = [
  { name: 'excluded_addresses', example: '192.0.2.0/24\n2001:db8::/32', label: 'site.excludedAddresses', help: 'site.excludedAddressesHelp' },
  { name: 'excluded_paths', example: '/admin/*\n*.pdf', label: 'site.excludedPaths', help: 'site.excludedPathsHelp' },
  { name: 'excluded_parameters', example: 'session\ntoken*', label: 'site.excludedParameters', help: 'site.excludedParametersHelp' },
] as const satisfies readonly { readonly name: SiteList; readonly example: string; readonly label: string; readonly help: string }[];

const LONGEST_KEPT = 36_500;

/** Whom and what the site does not count: an entry a line. */
export function LeftOutFields(): ReactNode {
  const { t } = useTranslation();
  return LISTS.map(({ name, example, label, help }) => (
    <Form.Item<SiteFields> key={name} name={name} label={t(label)} extra={t(help)}>
      <Input.TextArea className="ff-code" autoSize={{ minRows: 2, maxRows: 8 }} placeholder={example} autoCapitalize="none" spellCheck={false} />
    </Form.Item>
  ));
}

/** How long the site keeps its records, and how much of an address. */
export function KeptFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item<SiteFields> name="retention_days" label={t('site.retention')} extra={t('site.retentionHelp')}>
        <InputNumber min={1} max={LONGEST_KEPT} precision={0} style={{ width: 180 }} placeholder={t('site.forEver')} suffix={t('site.days')} />
      </Form.Item>
      <Form.Item<SiteFields> name="mask_addresses" label={t('site.maskAddresses')} extra={t('site.maskAddressesHelp')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}
