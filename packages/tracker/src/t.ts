/**
 * The tracker: one line in a page counts its views and takes its custom events. This file is all that is needed to count;
 * what takes longer to find out is in a second file, which it loads. Never throws into the page.
 */
import { attempt, guarded } from './attempt.js';
import { startTracker } from './tracker.js';

/** Put in by the build: the second file with a mark of its content, so that the two always fit. */
declare const SECOND_FILE: string;

type Call = ArrayLike<unknown>;
/** `q` holds the calls that came before this file; `on` says that it is there already. */
interface Page {
  footfall?: { (...call: unknown[]): void; q?: Call[]; on?: boolean };
}

attempt(() => {
  const page = self as Page;
  // None while a module runs; a form of that name hides it.
  const current = document.currentScript as HTMLScriptElement | null;
  const script = current?.src ? current : (document.querySelector('script[src*="/t.js"]') as HTMLScriptElement);
  const has = (attribute: string) => script.hasAttribute(`data-${attribute}`);
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  // Put into a page twice, it still counts once.
  if (page.footfall?.on) return;
  const early: Call[] = page.footfall?.q ?? [];
  let take = (call: Call): void => void early.push(call);
  // Replaced in every case, so that a page which calls it is well even where nothing is counted.
  attempt(() => {
    page.footfall = (...call) => {
      attempt(() => take(call));
    };
    page.footfall.on = true;
  });
  if ((has('dnt') && (doNotTrack === '1' || globalPrivacyControl)) || (self !== top && !has('frames'))) {
    take = () => undefined;
    return;
  }

  const begin = guarded(() => {
    take = startTracker({ src: script.src, has }, SECOND_FILE);
    early.forEach((call) => attempt(() => take(call)));
  });
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
});
