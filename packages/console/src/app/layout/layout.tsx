import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, ScrollRestoration, useLocation } from 'react-router';
import { PATHS } from '../../lib/links';
import { usePreference } from '../../widgets/preferences';
import { useIsMobile } from '../../widgets/use-media';
import { useStickyTop } from '../../widgets/use-sticky-top';
import { REDIRECT, RedirectBack } from '../redirect-back';
import type { ConsoleRoute } from '../routes';
import { BackToTop } from './back-to-top';
import styles from './layout.module.css';
import { Navbar } from './navbar';
import { SideMenu } from './side-menu';
import { TabPages } from './tabs/tab-pages';
import { TabStrip } from './tabs/tab-strip';
import { tabKey } from './tabs/tabs';
import { type TabsControl, useTabs } from './tabs/use-tabs';
import { useDrawer, useSidebar } from './use-sidebar';

/** The frame of every screen behind the guard, and the screens in it: those of all open tabs, one of them in front. */
export default function Layout({ routes }: { readonly routes: readonly ConsoleRoute[] }): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const top = useStickyTop();
  const fixed = usePreference(({ fixedHeader }) => fixedHeader);
  const strip = usePreference(({ tagsView }) => tagsView);
  const sidebar = useSidebar();
  const drawer = useDrawer(mobile);
  const control = useTabs(routes);
  const content = useRef<HTMLElement>(null);

  const menuOpen = mobile ? drawer.open : sidebar.open;
  const frame = [styles.frame, mobile ? styles.mobile : sidebar.open ? '' : styles.collapsed, sidebar.animated ? styles.animated : ''].join(' ');
  const header = [styles.header, fixed ? styles.fixed : ''].join(' ');
  const tabs = strip ? <TabStrip routes={routes} control={control} /> : null;
  return (
    <div className={frame} style={{ '--ff-top': `${top}px` } as CSSProperties}>
      <ScrollMemory control={control} />
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
      <SideMenu routes={routes} collapsed={!sidebar.open} drawer={mobile ? drawer : undefined} />
      <div className={styles.body}>
        <header className={header}>
          <Navbar routes={routes} mobile={mobile} menuOpen={menuOpen} onToggle={mobile ? drawer.toggle : sidebar.toggle} />
          {/* A phone has no room to keep it at the top. */}
          {mobile ? null : tabs}
        </header>
        {mobile ? tabs : null}
        <main id="content" className={styles.content} ref={content} tabIndex={-1}>
          <TabPages routes={routes} tabs={control.tabs} front={control.front?.path} />
          {control.front ? null : <Elsewhere onReturn={control.refresh} />}
        </main>
        {/* The licence of the country data (CC BY 4.0) asks for the link wherever countries are shown. */}
        <footer className={styles.credit}><a href="https://db-ip.com" target="_blank" rel="noopener noreferrer">{t('layout.geoCredit')}</a></footer>
      </div>
      <BackToTop />
    </div>
  );
}

/** An address that is no screen: the way back to one, or unknown. Screens that are not the user's end at the guard. */
function Elsewhere({ onReturn }: { readonly onReturn: (path: string) => void }): ReactNode {
  const { pathname } = useLocation();
  if (pathname.startsWith(REDIRECT)) return <RedirectBack onReturn={onReturn} />;
  return <Navigate to={PATHS.unknown} replace />;
}

/** Each tab comes back where it was scrolled to; a new one starts at its top, and a changed filter moves nothing. */
function ScrollMemory({ control: { tabs } }: { readonly control: TabsControl }): ReactNode {
  const latest = useRef(tabs);
  useEffect(() => {
    latest.current = tabs;
  }, [tabs]);
  const keyOf = useCallback(({ pathname }: { readonly pathname: string }): string => {
    const tab = latest.current.list.find(({ path }) => path === pathname);
    return tab ? tabKey(tab) : pathname;
  }, []);
  return <ScrollRestoration getKey={keyOf} />;
}
