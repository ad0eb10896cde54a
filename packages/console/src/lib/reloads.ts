/** Decides about reloads that the console does by itself. */
export interface Reloads {
  /** Whether the page may be reloaded by itself now; the answer yes is given once in a while only, so that no loop comes of it. */
  readonly claim: () => boolean;
}

/** When this browser tab last reloaded by itself: it has to outlive that. */
const STORAGE_KEY = 'console.reloaded';
/** Milliseconds in which a second failure is no longer mended by reloading. */
const ONCE_IN = 300_000;

/** @param storage of the browser tab; one that can not be written allows nothing */
export function createReloads(storage: Pick<Storage, 'getItem' | 'setItem'>, now: () => number): Reloads {
  return {
    claim() {
      try {
        const last = Number(storage.getItem(STORAGE_KEY) ?? 0);
        // A clock that was set back must not forbid it for ever.
        if (last <= now() && now() - last < ONCE_IN) return false;
        storage.setItem(STORAGE_KEY, String(now()));
        return storage.getItem(STORAGE_KEY) !== null;
      } catch (error) {
        if (error instanceof DOMException) return false;
        throw error;
      }
    },
  };
}

/**
 * Whether an error says that a part of the console could not be fetched: no network, or files that an update has
 * replaced. The words are those of Chromium, Firefox, Safari, and of the loader for style sheets.
 */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed|unable to preload css/iu.test(error.message);
}
