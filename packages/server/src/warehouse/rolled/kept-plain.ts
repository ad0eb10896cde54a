/** What lists are made of, as values that can be written into a file, without saying yet which lists there are. */

/** A list that can be made again of what it was made of. */
export interface Made {
  /** What its constructor takes. */
  readonly made: readonly unknown[];
}

/** A class of such lists; `plainOf` finds it by what a list was made by, `listOf` by its name. */
type Maker = abstract new (...parts: never[]) => Made;

/** By the name that they have in a file: a build's own, for no other build reads it. */
export type Makers = Readonly<Record<string, Maker>>;

/** Begins with a sign that nothing which is listed has for a name. */
const MADE_BY = '\u0000made by';

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** @returns what v8 can write. @throws TypeError where something is neither plain nor a list of the makers: written, it would come back as something else */
export function plainOf(value: unknown, makers: Makers): unknown {
  const inner = (one: unknown): unknown => plainOf(one, makers);
  if (typeof value === 'symbol' || typeof value === 'function') throw new TypeError(`a ${typeof value} is nothing to write`);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Uint32Array) return value;
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof Map) return new Map(Array.from(value, ([key, one]) => [inner(key), inner(one)]));
  if (value instanceof Set) return new Set(Array.from(value, inner));
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  const [name] = Object.entries(makers).find(([, maker]) => value.constructor === maker) ?? [];
  if (name === undefined) throw new TypeError(`${value.constructor.name} is nothing to write`);
  return { [MADE_BY]: name, of: inner((value as Made).made) };
}

/** What `plainOf` was told. @throws TypeError where a maker is not known */
export function listOf(plain: unknown, makers: Makers): unknown {
  const inner = (one: unknown): unknown => listOf(one, makers);
  if (typeof plain !== 'object' || plain === null || ArrayBuffer.isView(plain)) return plain;
  if (Array.isArray(plain)) return plain.map(inner);
  if (plain instanceof Map) return new Map(Array.from(plain, ([key, one]) => [inner(key), inner(one)]));
  if (plain instanceof Set) return new Set(Array.from(plain, inner));
  const values = plain as Readonly<Record<string, unknown>>;
  const name = values[MADE_BY];
  if (typeof name !== 'string') return Object.fromEntries(Object.entries(values).map(([key, one]) => [key, inner(one)]));
  const maker = makers[name];
  if (maker === undefined) throw new TypeError(`nothing makes a ${name}`);
  return Reflect.construct(maker, inner(values['of']) as unknown[]);
}
