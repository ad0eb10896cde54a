/**
 * Resolves after so many milliseconds, or at once when the signal fires; does not keep the process alive. Nothing stays with the
 * signal, however many pauses it outlives.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(over, signal.aborted ? 0 : ms);
    timer.unref();
    function over(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    }
    signal.addEventListener('abort', over, { once: true });
  });
}
