const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');

/**
 * 64 bits of a text as 16 hex digits: two multiplicative 32-bit lanes over the characters, each finished with a
 * mix of the other. Not for secrets.
 */
export function hash64(text: string): string {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x5bd1e995);
    b = Math.imul(b ^ unit, 0x1b873593);
    a ^= b >>> 15;
    b ^= a >>> 13;
  }
  a = Math.imul(a ^ (b >>> 16), 0x7feb352d);
  b = Math.imul(b ^ (a >>> 15), 0x846ca68b);
  return hex(a ^ (a >>> 16)) + hex(b ^ (b >>> 14));
}
