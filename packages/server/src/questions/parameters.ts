export type ParameterValue = string | number | readonly number[] | readonly string[];

const INSTANT = "DateTime64(3, 'UTC')";

/** Collects the parameters of one query; `prefix` keeps the parts of a union apart. */
export class Parameters {
  readonly values: Record<string, ParameterValue> = {};

  constructor(private readonly prefix = '') {}

  /** @returns the placeholder that stands in the SQL for the value */
  add(name: string, type: string, value: ParameterValue): string {
    const full = `${this.prefix}${name}`;
    this.values[full] = value;
    return `{${full}:${type}}`;
  }

  /** Exact to the millisecond. */
  instant(name: string, at: number): string {
    return this.add(name, INSTANT, new Date(at).toISOString().slice(0, 23).replace('T', ' '));
  }
}
