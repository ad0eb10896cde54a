const NEWLINE = 0x0a;

/**
 * Where each row of a batch ends (exclusive, its newline included). Rows are JSON text, in which a newline only ever
 * stands between rows.
 */
export function rowEnds(body: Buffer): number[] {
  const ends: number[] = [];
  for (let at = body.indexOf(NEWLINE); at !== -1; at = body.indexOf(NEWLINE, at + 1)) ends.push(at + 1);
  return ends;
}
