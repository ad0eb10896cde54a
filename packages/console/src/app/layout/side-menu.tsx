import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleRoute } from '../routes';
import styles from './layout.module.css';
import { Sidebar } from './sidebar';
import type { DrawerState } from './use-sidebar';

/** Source: specification 1, section 9. */
const SIDEBAR_WIDTH = 210;

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly collapsed: boolean;
  /** On a phone the menu is a drawer. */
  readonly drawer: DrawerState | undefined;
}

/** The menu in its place: beside the screen, or over it. */
export function SideMenu({ routes, collapsed, drawer }: Props): ReactNode {
  const { t } = useTranslation();
  if (!drawer) return <div className={styles.side}><Sidebar routes={routes} collapsed={collapsed} /></div>;
  return (
    <Drawer
      open={drawer.open}
      placement="left"
      size={SIDEBAR_WIDTH}
      closable={false}
      title={null}
      aria-label={t('layout.sidebar')}
      styles={{ body: { padding: 0, background: 'var(--ff-side)' } }}
      onClose={drawer.close}
    >
      <Sidebar routes={routes} collapsed={false} onChosen={drawer.close} />
    </Drawer>
  );
}
