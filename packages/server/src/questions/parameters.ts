import type { QueryParams } from '../warehouse/query-params.js';
import { storeTime } from '../warehouse/store-time.js';

export type ParameterValue = QueryParams[string];

const INSTANT = "DateTime64(3, 'UTC')";
/** From so many on, instants at equal distances are said by three numbers: months of hours are thousands, which would be read and parsed one by one. */
const MANY = 48;

/** The distance between any two that follow each other; null where it is not the same. */
function distanceOf(instants: readonly number[]): number | null {
  const [first = 0, second = 0] = instants;
  const distance = second - first;
  return distance > 0 && instants.every((instant, i) => instant === first + i * distance) ? distance : null;
}

/** Collects the parameters of one query; `prefix` keeps the parts of a union apart. */
export class Parameters {
  readonly values: Record<string, ParameterValue> = {};

  constructor(private readonly prefix = '') {}

  /** @returns the placeholder that stands in the SQL for the value @throws RangeError for a name that has another value already */
  add(name: string, type: string, value: ParameterValue): string {
    const full = `${this.prefix}${name}`;
    const before = this.values[full];
    if (before !== undefined && before !== value && JSON.stringify(before) !== JSON.stringify(value)) throw new RangeError(`the parameter ${full} has two values`);
    this.values[full] = value;
    return `{${full}:${type}}`;
  }

  /** Exact to the millisecond. */
  instant(name: string, at: number): string {
    return this.add(name, INSTANT, storeTime(at));
  }

  /** Ascending instants, as an array of milliseconds. */
  instants(name: string, all: readonly number[]): string {
    const distance = all.length < MANY ? null : distanceOf(all);
    if (distance === null) return this.add(name, 'Array(Int64)', all);
    const [from, to] = [this.add(`${name}_from`, 'Int64', all[0] ?? 0), this.add(`${name}_to`, 'Int64', (all.at(-1) ?? 0) + distance)];
    return `range(${from}, ${to}, ${this.add(`${name}_step`, 'Int64', distance)})`;
  }
}
