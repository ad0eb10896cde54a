/** The first of what comes in pieces, and all of it still: failures that come before the first come now. */
export async function peeked<T>(pieces: AsyncGenerator<readonly T[]>): Promise<{ readonly first: T | undefined; readonly all: AsyncGenerator<readonly T[]> }> {
  let start = await pieces.next();
  while (start.done !== true && start.value.length === 0) start = await pieces.next();
  const begun = start;
  async function* all(): AsyncGenerator<readonly T[]> {
    try {
      if (begun.done === true) return;
      yield begun.value;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  }
  return { first: begun.done === true ? undefined : begun.value[0], all: all() };
}
