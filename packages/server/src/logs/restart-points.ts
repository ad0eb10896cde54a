/** Milliseconds of event time that are read again after a restart: as long as equal lines are counted, see line-id.ts. */
const READ_AGAIN_MS = 10 * 60_000;

export interface RestartPoints {
  /**
   * Where reading would have to begin, for every line after `bytes` to get the id that it gets now. Equal lines carry the same time, so
   * that is a place before which the log was ten minutes younger.
   * @param bytes whole lines up to here are kept
   * @param latest the latest time read, milliseconds UTC
   */
  after(bytes: number, latest: number): number;
}

/** Remembers places in a growing log, at most about one a minute of event time. */
export function createRestartPoints(): RestartPoints {
  const points: { readonly bytes: number; readonly latest: number }[] = [{ bytes: 0, latest: Number.NEGATIVE_INFINITY }];
  return {
    after(bytes, latest) {
      const last = points.at(-1);
      if (last === undefined || latest - last.latest >= 60_000) points.push({ bytes, latest });
      while ((points[1]?.latest ?? Number.POSITIVE_INFINITY) <= latest - READ_AGAIN_MS) points.shift();
      return points[0]?.bytes ?? 0;
    },
  };
}
