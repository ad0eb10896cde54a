export interface Turn {
  /** Counts the turns given so far: one more than the last of the same import means that nobody else had one in between. */
  readonly number: number;
  leave(): void;
}

export interface Turns {
  /** Resolves when it is the caller's turn, in the order of the calls. Each must be left. */
  enter(): Promise<Turn>;
}

/** One at a time. */
export function createTurns(): Turns {
  let before: Promise<void> = Promise.resolve();
  let number = 0;
  return {
    async enter() {
      const earlier = before;
      let leave: () => void = () => undefined;
      before = new Promise((resolve) => {
        leave = resolve;
      });
      await earlier;
      number += 1;
      return { number, leave };
    },
  };
}
