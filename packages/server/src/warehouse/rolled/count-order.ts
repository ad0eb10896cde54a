/** The order in which the store gives groups that are ordered by their number: most first, then by the bytes of the value. */
export type Counted = readonly [value: string, num: number];

export function mostFirst([a, x]: Counted, [b, y]: Counted): number {
  return y - x || byBytes(a, b);
}

/** The first half of a pair, which UTF-16 puts before U+E000 and its bytes put behind. */
const SURROGATE = 0xd800;

/** As the store compares texts: by their bytes, which is by code point. */
export function byBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return x < SURROGATE || y < SURROGATE ? x - y : (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
  }
  return a.length - b.length;
}

/** Numbers below it are counted by number, which most numbers of a long list are. */
const FEW = 4_096;

/** The least of the highest `most` numbers; 0 where there are no more. Most are small: putting hundreds of thousands into order takes twenty times as long. */
export function leastOfHighest(numbers: Uint32Array, most: number): number {
  if (numbers.length <= most) return 0;
  const times = new Uint32Array(FEW);
  let few = 0;
  for (const number of numbers) {
    if (number >= FEW) continue;
    times[number] = (times[number] ?? 0) + 1;
    few += 1;
  }
  let left = most - (numbers.length - few);
  if (left <= 0) return numbers.filter((number) => number >= FEW).toSorted().at(-most) ?? 0;
  let least = FEW;
  while (left > 0) {
    least -= 1;
    left -= times[least] ?? 0;
  }
  return least;
}

/** The first `most` by some order, most first. Putting all into order takes as long as asking for them. */
export function firstOf<T>(all: readonly T[], most: number, numOf: (one: T) => number, order: (a: T, b: T) => number): T[] {
  const least = leastOfHighest(Uint32Array.from(all, numOf), most);
  return all.filter((one) => numOf(one) >= least).toSorted(order).slice(0, most);
}
