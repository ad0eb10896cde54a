export interface ProgressLine {
  show(file: string, lines: number, bytes: number): void;
  clear(): void;
}

/** How far an import is, on one line of standard error; nothing where that is not a terminal. */
export function progressLine(): ProgressLine {
  const live = process.stderr.isTTY;
  const started = performance.now();
  let shown = false;
  return {
    show: (file, lines, bytes) => {
      if (!live) return;
      shown = true;
      const rate = Math.round((lines / (performance.now() - started)) * 1_000);
      process.stderr.write(`\r\u001B[K${file}: ${lines.toLocaleString('en')} lines, ${(bytes / 1e6).toFixed(1)} MB, ${rate.toLocaleString('en')} lines/s`);
    },
    clear: () => {
      if (shown) process.stderr.write('\r\u001B[K');
    },
  };
}
