import { CloseCircleOutlined, CloseOutlined, ColumnWidthOutlined, ReloadOutlined, VerticalLeftOutlined, VerticalRightOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { closedBy, type Closing, CLOSINGS, type Tabs } from './tabs';

const ICONS: Readonly<Record<Closing, ReactNode>> = {
  this: <CloseOutlined aria-hidden />,
  others: <ColumnWidthOutlined aria-hidden />,
  left: <VerticalRightOutlined aria-hidden />,
  right: <VerticalLeftOutlined aria-hidden />,
  all: <CloseCircleOutlined aria-hidden />,
};

/** What can be done from one tab; what would close nothing can not be chosen, and a pinned tab has no 'Close'. */
export function tabMenuItems(tabs: Tabs, path: string, t: TFunction): NonNullable<MenuProps['items']> {
  const pinned = tabs.list.find((tab) => tab.path === path)?.pinned ?? false;
  return [
    { key: 'refresh', icon: <ReloadOutlined aria-hidden />, label: t('tabs.refresh') },
    { type: 'divider' },
    ...CLOSINGS.filter((closing) => closing !== 'this' || !pinned).map((closing) => ({
      key: closing,
      icon: ICONS[closing],
      label: t(`closeTabs.${closing}`),
      disabled: closedBy(tabs, path, closing).length === 0,
    })),
  ];
}

/** A menu's key as one of the commands that close. */
export function asClosing(key: string): Closing | undefined {
  return CLOSINGS.find((closing) => closing === key);
}
