/** Something that is done at once, and when what comes in quick succession has settled. */
export interface Settled {
  readonly run: () => void;
  /** Does nothing more. */
  readonly stop: () => void;
}

/**
 * Does something for the first of many changes at once and once more after the last, instead of for each.
 * @param quiet milliseconds without a change after which they have settled
 */
export function settled(act: () => void, quiet: number): Settled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let more = false;
  const end = () => {
    timer = undefined;
    if (more) act();
    more = false;
  };
  return {
    run() {
      if (timer === undefined) act();
      else more = true;
      clearTimeout(timer);
      timer = setTimeout(end, quiet);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      more = false;
    },
  };
}
