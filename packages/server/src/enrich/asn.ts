/** Numbers of autonomous systems have 32 bits. Source: RFC 6793. */
const HIGHEST = 2 ** 32 - 1;

/** The number of an autonomous system; 0 stands for none, null is no such number. */
export function asnOf(value: unknown): number | null {
  const asn = Number(value);
  return Number.isInteger(asn) && asn >= 0 && asn <= HIGHEST ? asn : null;
}
