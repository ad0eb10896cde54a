import { FontSizeOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../widgets/menu-button';
import { useNotices } from '../../widgets/notices';
import { SIZES, usePreference } from '../../widgets/preferences';

/** The size of buttons, fields and tables. */
export function SizeMenu(): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const size = usePreference((preferences) => preferences.size);
  const resize = usePreference((preferences) => preferences.resize);
  const items = SIZES.map((key) => ({ key, label: t(`size.${key}`), disabled: key === size }));
  const choose = (key: string) => {
    const chosen = SIZES.find((known) => known === key);
    if (!chosen) return;
    resize(chosen);
    void message.success(t('size.changed'));
  };
  return <MenuButton label={`${t('layout.size')}: ${t(`size.${size}`)}`} icon={<FontSizeOutlined />} items={items} selected={[size]} onChoose={choose} />;
}
