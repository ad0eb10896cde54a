/** What `run` gives, or undefined when it throws: a page must never suffer from being counted. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The same function, but one that never throws: for everything that the browser calls later. */
export const guarded = (run: () => void) => () => attempt(run);
