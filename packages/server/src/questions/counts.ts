import type { TrafficCounts } from '@footfall/contract';

/** A row of a compiled question: figures are UInt64, which arrive as decimal text. */
export type Row = Readonly<Record<string, string | number>>;

/** A figure of a row; 0 where the row has none. Counts stay far below 2^53. */
export function countIn(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}

export function trafficIn(row: Row | undefined): TrafficCounts {
  return { pv: countIn(row, 'm_pv'), uv: countIn(row, 'm_uv'), ip: countIn(row, 'm_ip') };
}

/** An address as people write it: IPv4 as a dotted quad, although it is stored as ::ffff:a.b.c.d; '' for none, which is stored as `::`. */
export function addressText(stored: string): string {
  if (stored === '::') return '';
  return stored.startsWith('::ffff:') && stored.includes('.') ? stored.slice('::ffff:'.length) : stored;
}
