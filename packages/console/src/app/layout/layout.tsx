import { Drawer } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useIsMobile } from '../../widgets/use-media';
import type { ConsoleRoute } from '../routes';
import { Navbar } from './navbar';
import { Sidebar } from './sidebar';
import { useSidebar } from './use-sidebar';
import styles from './layout.module.css';

/** Source: specification 1, section 9. */
const SIDEBAR_WIDTH = 210;

/** What scroll positions are kept by. */
const byPath = ({ pathname }: { readonly pathname: string }): string => pathname;

/** The frame of every screen behind the guard: menu at the left, a drawer below 992 px, navbar above. */
export default function Layout({ routes }: { readonly routes: readonly ConsoleRoute[] }): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const sidebar = useSidebar();
  // Where it was opened: going anywhere else closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const { pathname, search } = useLocation();
  const content = useRef<HTMLElement>(null);

  const here = pathname + search;
  const drawerOpen = mobile && openedAt === here;
  const toggle = () => {
    if (mobile) setOpenedAt(drawerOpen ? undefined : here);
    else sidebar.toggle();
  };
  const frame = [styles.frame, mobile ? styles.mobile : sidebar.open ? '' : styles.collapsed, sidebar.animated ? styles.animated : ''].join(' ');
  return (
    <>
      {/* A new screen starts at its top; a changed filter of the same one stays where it is. */}
      <ScrollRestoration getKey={byPath} />
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
            onClose={() => setOpenedAt(undefined)}
          >
            <Sidebar routes={routes} collapsed={false} />
          </Drawer>
        ) : (
          <div className={styles.side}><Sidebar routes={routes} collapsed={!sidebar.open} /></div>
        )}
        <div className={styles.body}>
          <Navbar routes={routes} mobile={mobile} sidebarOpen={mobile ? drawerOpen : sidebar.open} onToggle={toggle} />
          <main id="content" className={styles.content} ref={content} tabIndex={-1}><Outlet /></main>
          {/* The licence of the country data (CC BY 4.0) asks for the link wherever countries are shown. */}
          <footer className={styles.credit}><a href="https://db-ip.com" target="_blank" rel="noopener noreferrer">{t('layout.geoCredit')}</a></footer>
        </div>
      </div>
    </>
  );
}
