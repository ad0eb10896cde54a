import type { Collector } from './collector';

/** Passes on what the browser tells of errors that nobody caught and files that did not load; sends what waits before the page goes. */
export function listenToErrors(page: Window, { take, flush }: Collector): void {
  // Failed files do not bubble: they are heard on the way down only.
  page.addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) take('handler', event.error ?? event.message);
      else if (event.target instanceof Element) take('resource', fileOf(event.target));
    },
    { capture: true },
  );
  page.addEventListener('unhandledrejection', ({ reason }) => take('promise', reason));
  page.addEventListener('pagehide', () => void flush());
}

function fileOf(element: Element): string {
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
  return `Could not load ${element.localName} ${address}`.trim();
}
