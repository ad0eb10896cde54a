/** Odd, so that different starts and sites stay different; the bits of the golden ratio and of splitmix64's constants. */
export const SESSION_ID_FACTORS = { start: 0x9e3779b97f4a7c15n, site: 0xd1342543de82ef95n, mix: 0xbf58476d1ce4e5b9n } as const;

/**
 * The id of the session of a visitor (UInt64 as decimal text) on a site that begins at `start` (milliseconds UTC), as UInt64 in decimal text.
 *
 * It follows from the session alone, so that the same visits give the same ids in whatever order they come in. For one
 * visitor on one site different starts have different ids: each step can be undone. The store computes the same
 * (session-repair/session-sql.ts), in the arithmetic of UInt64 that wraps.
 */
export function sessionId(siteId: number, visitor: string, start: number): string {
  const { start: byStart, site, mix } = SESSION_ID_FACTORS;
  const keyed = BigInt.asUintN(64, BigInt(visitor) ^ (BigInt(start) * byStart + BigInt(siteId) * site));
  const mixed = BigInt.asUintN(64, (keyed ^ (keyed >> 32n)) * mix);
  return (mixed ^ (mixed >> 29n)).toString();
}
