/** How long somebody waits. */
export interface Patience {
  /** Aborts when it is over. */
  readonly signal: AbortSignal;
  /** Something came: the wait begins anew. */
  renew(): void;
  /** Nobody waits any more. */
  end(): void;
}

/** @param milliseconds until it is over */
export function patienceOf(milliseconds: number): Patience {
  const controller = new AbortController();
  const over = () => controller.abort();
  let timer = setTimeout(over, milliseconds);
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(over, milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}
