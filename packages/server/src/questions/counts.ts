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

const DOTTED = 4;

/** The text of an address, 16 bytes, as the store writes it; also of such as were meant for IPv4 once, `::a.b.c.d`. */
export function storedAddress(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const head = /^0{20}ffff/u.test(hex) ? '::ffff:' : /^0{24}(?!0{4})/u.test(hex) ? '::' : null;
  return head === null ? new URL(`http://[${(hex.match(/.{4}/gu) ?? []).join(':')}]`).hostname.slice(1, -1) : `${head}${bytes.slice(-DOTTED).join('.')}`;
}

/** An address as people write it: IPv4 as a dotted quad, although it is stored as ::ffff:a.b.c.d; '' for none, which is stored as `::`. */
export function addressText(stored: string): string {
  if (stored === '::') return '';
  return stored.startsWith('::ffff:') && stored.includes('.') ? stored.slice('::ffff:'.length) : stored;
}
