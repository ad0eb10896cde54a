import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Opens the settings panel. */
export function SettingsButton({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { t } = useTranslation();
  return <Button type="text" icon={<SettingOutlined />} aria-label={t('settings.title')} title={t('settings.title')} aria-haspopup="dialog" onClick={onOpen} />;
}
