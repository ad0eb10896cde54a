import { CloseOutlined, EllipsisOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../widgets/menu-button';
import type { ConsoleRoute } from '../../routes';
import { ContextMenu } from './context-menu';
import { asClosing, tabMenuItems } from './tab-menu';
import styles from './tab-strip.module.css';
import { nextFocus, type Tab } from './tabs';
import { useStripScroll } from './use-strip-scroll';
import type { TabsControl } from './use-tabs';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly control: TabsControl;
}

/** Where a context menu is open: for which tab, at which point of the window. */
interface OpenMenu {
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

/** Pixels right of the pointer, so that releasing the button chooses nothing. */
const ASIDE = 8;
const MIDDLE = 1;

/** The open screens: click opens, middle click and Delete close, the context menu does all that can be done. */
export function TabStrip({ routes, control: { tabs, front, open, close, refresh } }: Props): ReactNode {
  const { t } = useTranslation();
  const strip = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu>();
  const [focused, setFocused] = useState({ front: front?.path, path: front?.path });
  useStripScroll(strip, front?.path);

  const list = tabs.list.filter(({ path }) => routes.some((route) => route.path === path));
  const remembered = focused.front === front?.path && list.some(({ path }) => path === focused.path) ? focused.path : front?.path;
  const reachable = remembered ?? list[0]?.path;

  const focusTab = (path: string | undefined) => strip.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path ?? '')}"]`)?.focus();
  const run = (path: string, key: string) => {
    const closing = asClosing(key);
    if (closing) {
      focusTab(nextFocus(tabs, path, closing));
      close(path, closing);
    } else {
      refresh(path);
      const tab = list.find((candidate) => candidate.path === path);
      if (tab && path !== front?.path) open(tab);
    }
  };
  const onKey = (tab: Tab, event: KeyboardEvent<HTMLElement>) => {
    const place = list.indexOf(tab);
    const moves: Partial<Record<string, Tab | undefined>> = { ArrowLeft: list[place - 1], ArrowRight: list[place + 1], Home: list[0], End: list.at(-1) };
    if (event.key in moves) focusTab(moves[event.key]?.path);
    else if (event.key === 'Delete' || event.key === 'Backspace') run(tab.path, 'this');
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      setMenu({ path: tab.path, x: left, y: bottom });
    } else return;
    event.preventDefault();
  };
  const onContextMenu = (tab: Tab, event: MouseEvent) => {
    event.preventDefault();
    // The menu key already opened it, at the tab.
    if (event.clientX > 0) setMenu({ path: tab.path, x: event.clientX + ASIDE, y: event.clientY });
  };
  const onClick = (tab: Tab, { target }: MouseEvent) => {
    if (target instanceof Element && target.closest(`.${styles.close ?? ''}`)) close(tab.path, 'this');
    else if (tab.path !== front?.path) open(tab);
  };

  return (
    <div className={`${styles.bar} ff-no-print`}>
      <div ref={strip} className={styles.strip} role="tablist" aria-label={t('tabs.label')} onScroll={() => setMenu(undefined)}>
        {list.map((tab) => {
          const { path, pinned, location } = tab;
          const title = t(routes.find((route) => route.path === path)?.title ?? 'route.404');
          const domain = new URLSearchParams(location.search).get('domain');
          return (
            <button
              key={path}
              type="button"
              role="tab"
              data-path={path}
              className={styles.tab}
              aria-selected={path === front?.path}
              aria-controls="content"
              aria-keyshortcuts={pinned ? 'Shift+F10' : 'Delete Shift+F10'}
              tabIndex={path === reachable ? 0 : -1}
              title={domain ? `${title} · ${domain}` : title}
              onFocus={() => setFocused({ front: front?.path, path })}
              onClick={(event) => onClick(tab, event)}
              onMouseDown={(event) => {
                // Else the middle button starts to scroll.
                if (event.button === MIDDLE) event.preventDefault();
              }}
              onAuxClick={(event) => {
                if (event.button === MIDDLE && !pinned) close(path, 'this');
              }}
              onContextMenu={(event) => onContextMenu(tab, event)}
              onKeyDown={(event) => onKey(tab, event)}
            >
              <span className={styles.title}>{title}</span>
              {pinned ? null : <span className={styles.close} aria-hidden="true"><CloseOutlined /></span>}
            </button>
          );
        })}
      </div>
      {front ? (
        <div className={styles.more}>
          <MenuButton label={t('tabs.actions')} icon={<EllipsisOutlined />} items={tabMenuItems(tabs, front.path, t)} selected={[]} onChoose={(key) => run(front.path, key)} />
        </div>
      ) : null}
      <ContextMenu
        at={menu}
        items={tabMenuItems(tabs, menu?.path ?? '', t)}
        onClose={() => {
          setMenu(undefined);
          focusTab(menu?.path);
        }}
        onChoose={(key) => {
          if (!menu) return;
          setMenu(undefined);
          focusTab(menu.path);
          run(menu.path, key);
        }}
      />
    </div>
  );
}
