import { Form, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TRACKING_SETTINGS, type SiteFields } from './site-fields';

/** How the site's visitors are counted: a switch for each setting, with what it does. */
export function TrackingFields(): ReactNode {
  const { t } = useTranslation();
  return TRACKING_SETTINGS.map((setting) => (
    <Form.Item<SiteFields> key={setting} name={['tracking', setting]} label={t(`tracking.${setting}`)} extra={t(`tracking.${setting}.help`)} valuePropName="checked">
      <Switch />
    </Form.Item>
  ));
}
