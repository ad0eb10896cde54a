/** Milliseconds of event time that are read again after a restart: as long as equal lines are counted, see line-id.ts. */
const READ_AGAIN_MS = 10 * 60_000;

export interface RestartPoints {
  /** Tells that `bytes` of whole lines have been read, up to the time `latest` (milliseconds UTC). */
  mark(bytes: number, latest: number): void;
  /**
   * Where reading would have to begin, for every line after the last mark to get the id that it gets now. Equal lines carry the same time, so
   * that is a place before which the log was ten minutes younger.
   */
  restartAt(): number;
}

/** Remembers places in a growing log, at most one a minute of event time. */
export function createRestartPoints(): RestartPoints {
  const points: { readonly bytes: number; readonly latest: number }[] = [{ bytes: 0, latest: Number.NEGATIVE_INFINITY }];
  return {
    mark(bytes, latest) {
      const last = points.at(-1);
      if (last === undefined || latest - last.latest >= 60_000) points.push({ bytes, latest });
      while ((points[1]?.latest ?? Number.POSITIVE_INFINITY) <= latest - READ_AGAIN_MS) points.shift();
    },
    restartAt: () => points[0]?.bytes ?? 0,
  };
}
