import { Drawer } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useIsMobile } from '../../widgets/use-media';
import type { ConsoleRoute } from '../routes';
import { Navbar } from './navbar';
import { Sidebar } from './sidebar';
import { useSidebar } from './use-sidebar';
import styles from './layout.module.css';

/** Source: specification 1, section 9. */
const SIDEBAR_WIDTH = 210;

/** The frame of every screen behind the guard: menu at the left, a drawer below 992 px, navbar above. */
export function Layout({ routes }: { readonly routes: readonly ConsoleRoute[] }): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const sidebar = useSidebar();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const { pathname, search } = useLocation();
  const content = useRef<HTMLElement>(null);

  useEffect(() => setDrawerOpen(false), [pathname, search, mobile]);
  // A new screen starts at its top; a changed filter of the same one stays where it is.
  useEffect(() => window.scrollTo({ top: 0 }), [pathname]);

  const frame = [styles.frame, mobile ? styles.mobile : sidebar.open ? '' : styles.collapsed, sidebar.animated ? styles.animated : ''].join(' ');
  return (
    <>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('app.skip')}
      </a>
      <div className={frame}>
        {mobile ? (
          <Drawer
            open={drawerOpen}
            placement="left"
            size={SIDEBAR_WIDTH}
            closable={false}
            title={null}
            aria-label={t('layout.sidebar')}
            styles={{ body: { padding: 0, background: 'var(--ff-side)' } }}
            onClose={() => setDrawerOpen(false)}
          >
            <Sidebar routes={routes} collapsed={false} />
          </Drawer>
        ) : (
          <div className={styles.side}><Sidebar routes={routes} collapsed={!sidebar.open} /></div>
        )}
        <div className={styles.body}>
          <Navbar routes={routes} mobile={mobile} sidebarOpen={mobile ? drawerOpen : sidebar.open} onToggle={mobile ? () => setDrawerOpen(!drawerOpen) : sidebar.toggle} />
          <main id="content" className={styles.content} ref={content} tabIndex={-1}><Outlet /></main>
        </div>
      </div>
    </>
  );
}
