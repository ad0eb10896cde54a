/** Where a tree of a database in MaxMind's format begins and how it is laid out. */
interface TreeShape {
  readonly nodeCount: number;
  /** Bits: 24, 28 or 32. */
  readonly recordSize: number;
  readonly ipVersion: number;
}

/** Levels of the tree that are passed in one look. */
const TOP_BITS = 16;
const ADDRESS_BITS = 32;
/** In a tree of IPv6 those of IPv4 stand behind so many zeros. */
const ZEROS_BEFORE_IPV4 = 96;

/** A reader of records: the left one of a node (`side` 0) or the right one (1). */
function recordsOf(file: Buffer, recordSize: number): (node: number, side: number) => number {
  const three = (at: number): number => ((file[at] ?? 0) << 16) | ((file[at + 1] ?? 0) << 8) | (file[at + 2] ?? 0);
  switch (recordSize) {
    case 24:
      return (node, side) => three(node * 6 + side * 3);
    case 28:
      // The byte between them holds the upper four bits of both.
      return (node, side) => three(node * 7 + side * 4) + (((file[node * 7 + 3] ?? 0) >> (side === 0 ? 4 : 0)) & 15) * 0x100_0000;
    default:
      return (node, side) => file.readUInt32BE(node * 8 + side * 4);
  }
}

/**
 * Walks the search tree of a database in MaxMind's format (`file`) by an address as a number. The answer is the record that the walk ends at,
 * which names the place of the data; 0 when the database does not know the address. Nothing is allocated: logs ask
 * for every address in them. Source: "MaxMind DB File Format Specification", 2.0.
 */
export function ipv4Walk(file: Buffer, { nodeCount, recordSize, ipVersion }: TreeShape): (address: number) => number {
  const record = recordsOf(file, recordSize);
  const top = new Uint32Array(2 ** TOP_BITS);

  /** Notes for each beginning of an address of that many bits where it leads. */
  function fill(node: number, from: number, count: number): void {
    if (count === 1 || node >= nodeCount) top.fill(node, from, from + count);
    else {
      fill(record(node, 0), from, count / 2);
      fill(record(node, 1), from + count / 2, count / 2);
    }
  }

  let start = 0;
  const zeros = ipVersion === 4 ? 0 : ZEROS_BEFORE_IPV4;
  for (let bit = 0; bit < zeros && start < nodeCount; bit += 1) start = record(start, 0);
  fill(start, 0, top.length);

  return (address) => {
    let node = top[address >>> TOP_BITS] ?? 0;
    for (let bit = ADDRESS_BITS - TOP_BITS - 1; bit >= 0 && node < nodeCount; bit -= 1) node = record(node, (address >>> bit) & 1);
    return node > nodeCount ? node : 0;
  };
}
