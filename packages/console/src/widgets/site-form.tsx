import type { Website } from '@footfall/contract';
import { Form, type FormInstance, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The fields of a site that can be edited, as the form holds them. */
export interface SiteFields {
  name: string;
  domain: string;
  is_stat: boolean;
  time_zone: string;
}

/** The form's fields for a site, or for a new one. */
export function siteFields(site: Website | undefined): SiteFields {
  return { name: site?.name ?? '', domain: site?.domain ?? '', is_stat: (site?.is_stat ?? 1) === 1, time_zone: site?.time_zone ?? '' };
}

/** What the form's fields mean to the server. */
export function siteInput(fields: SiteFields): { name: string; domain: string; is_stat: 0 | 1; time_zone: string } {
  return { name: fields.name.trim(), domain: fields.domain.trim(), is_stat: fields.is_stat ? 1 : 0, time_zone: fields.time_zone };
}

interface Props {
  readonly form: FormInstance<SiteFields>;
  readonly start: SiteFields;
  readonly disabled: boolean;
  readonly onSubmit: (fields: SiteFields) => void;
  /** Whatever submits the form, where that is not a dialog's button. */
  readonly children?: ReactNode;
}

/** A site's name, domain, time zone and whether it counts. */
export function SiteForm({ form, start, disabled, onSubmit, children }: Props): ReactNode {
  const { t } = useTranslation();
  const zones = [{ value: '', label: t('site.timeZoneDefault') }, ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))];
  return (
    <Form<SiteFields> form={form} layout="vertical" validateTrigger="onBlur" initialValues={start} disabled={disabled} onFinish={onSubmit} requiredMark={false}>
      <Form.Item name="domain" label={t('site.domain')} extra={t('site.domainHelp')} rules={[{ required: true, whitespace: true, message: t('site.domainRequired') }]}>
        <Input maxLength={253} autoComplete="off" autoCapitalize="none" spellCheck={false} inputMode="url" />
      </Form.Item>
      <Form.Item name="name" label={t('site.name')} rules={[{ required: true, whitespace: true, message: t('site.nameRequired') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="time_zone" label={t('site.timeZone')} extra={t('site.timeZoneHelp')}>
        <Select showSearch options={zones} />
      </Form.Item>
      <Form.Item name="is_stat" label={t('site.isStat')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {children}
    </Form>
  );
}
