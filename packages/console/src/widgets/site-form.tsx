import { Form, type FormInstance, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteFields } from './site-fields';
import { KeptFields, LeftOutFields } from './site-rule-fields';
import type { SiteSection } from './site-sections';
import { TrackingFields } from './tracking-fields';

interface Props {
  readonly id: string;
  readonly form: FormInstance<SiteFields>;
  readonly start: SiteFields;
  readonly disabled: boolean;
  /** The section that is shown, of a form with all of them; without, the few fields that a first site needs: it is there to be counted. */
  readonly section?: SiteSection;
  readonly onSubmit: (fields: SiteFields) => void;
  readonly onIncomplete?: () => void;
  /** Whatever submits the form, where that is not a dialog's button. */
  readonly children?: ReactNode;
}

/** A site's name, domain, time zone, whether it counts, and how. */
export function SiteForm({ id, form, start, disabled, section, onSubmit, onIncomplete, children }: Props): ReactNode {
  const { t } = useTranslation();
  const isWhole = section !== undefined;
  const zones = [{ value: '', label: t('site.timeZoneDefault') }, ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))];
  return (
    <Form<SiteFields> name={id} form={form} layout="vertical" validateTrigger="onBlur" initialValues={start} disabled={disabled} onFinish={onSubmit} {...(onIncomplete ? { onFinishFailed: onIncomplete } : {})} requiredMark={false}>
      <div hidden={isWhole && section !== 'general'}>
        <Form.Item name="domain" label={t('site.domain')} extra={t('site.domainHelp')} rules={[{ required: true, whitespace: true, message: t('site.domainRequired') }]}>
          <Input maxLength={253} autoComplete="off" autoCapitalize="none" spellCheck={false} inputMode="url" />
        </Form.Item>
        <Form.Item name="name" label={t('site.name')} rules={[{ required: true, whitespace: true, message: t('site.nameRequired') }]}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        {isWhole ? (
          <>
            <Form.Item<SiteFields> name="aliases" label={t('site.aliases')} extra={t('site.aliasesHelp')}>
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} autoCapitalize="none" spellCheck={false} />
            </Form.Item>
            <Form.Item<SiteFields> name="subdomains" label={t('site.subdomains')} extra={t('site.subdomainsHelp')} valuePropName="checked">
              <Switch />
            </Form.Item>
          </>
        ) : null}
        <Form.Item name="time_zone" label={t('site.timeZone')} extra={t('site.timeZoneHelp')}>
          <Select showSearch options={zones} />
        </Form.Item>
        <Form.Item name="is_stat" label={t('site.isStat')} hidden={!isWhole} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      {isWhole ? (
        <>
          <div hidden={section !== 'leftOut'}><LeftOutFields /></div>
          <div hidden={section !== 'kept'}><KeptFields /><TrackingFields /></div>
        </>
      ) : null}
      {children}
    </Form>
  );
}
