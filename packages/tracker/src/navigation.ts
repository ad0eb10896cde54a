import { attempt } from './attempt.js';

/** Where the browser has it: says of every move within the document without anything being patched. */
interface NavigationApi {
  addEventListener(type: 'currententrychange', listener: () => void): void;
}

/**
 * Calls `moved` after anything that may have changed the document's address (perhaps to the same), and `restored` when
 * the browser shows the document again out of its back/forward cache.
 */
export function watchNavigation(moved: () => void, restored: () => void): void {
  const soon = () => setTimeout(moved);
  const api = (self as { navigation?: NavigationApi }).navigation;
  if (api) api.addEventListener('currententrychange', soon);
  else {
    addEventListener('popstate', soon);
    addEventListener('hashchange', soon);
    for (const name of ['pushState', 'replaceState'] as const) {
      attempt(() => {
        const original = history[name];
        history[name] = function (this: History, ...parameters: Parameters<History['pushState']>) {
          original.apply(this, parameters);
          soon();
        };
      });
    }
  }
  addEventListener('pageshow', (event) => {
    if (event.persisted) restored();
  });
}
