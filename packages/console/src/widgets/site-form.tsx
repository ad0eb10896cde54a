import { Form, type FormInstance, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteFields } from './site-fields';
import { TrackingFields } from './tracking-fields';

interface Props {
  readonly id: string;
  readonly form: FormInstance<SiteFields>;
  readonly start: SiteFields;
  readonly disabled: boolean;
  /** Whether it says how visitors are counted, and if at all: a first site is there to be counted. */
  readonly withTracking?: boolean;
  readonly onSubmit: (fields: SiteFields) => void;
  /** Whatever submits the form, where that is not a dialog's button. */
  readonly children?: ReactNode;
}

/** A site's name, domain, time zone, whether it counts, and how. */
export function SiteForm({ id, form, start, disabled, withTracking = true, onSubmit, children }: Props): ReactNode {
  const { t } = useTranslation();
  const zones = [{ value: '', label: t('site.timeZoneDefault') }, ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))];
  return (
    <Form<SiteFields> name={id} form={form} layout="vertical" validateTrigger="onBlur" initialValues={start} disabled={disabled} onFinish={onSubmit} requiredMark={false}>
      <Form.Item name="domain" label={t('site.domain')} extra={t('site.domainHelp')} rules={[{ required: true, whitespace: true, message: t('site.domainRequired') }]}>
        <Input maxLength={253} autoComplete="off" autoCapitalize="none" spellCheck={false} inputMode="url" />
      </Form.Item>
      <Form.Item name="name" label={t('site.name')} rules={[{ required: true, whitespace: true, message: t('site.nameRequired') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="time_zone" label={t('site.timeZone')} extra={t('site.timeZoneHelp')}>
        <Select showSearch options={zones} />
      </Form.Item>
      <Form.Item name="is_stat" label={t('site.isStat')} hidden={!withTracking} valuePropName="checked">
        <Switch />
      </Form.Item>
      {withTracking ? <TrackingFields /> : null}
      {children}
    </Form>
  );
}
