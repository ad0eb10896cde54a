/** The figures a question can ask for. `sql` runs over the visits table; it is the only text that names their columns. */
export interface Metric {
  readonly id: string;
  readonly sql: string;
  /** Whether the parts of a range add up to the figure of the whole range. */
  readonly additive: boolean;
}

export const METRICS = {
  pv: { id: 'pv', sql: 'count()', additive: true },
  uv: { id: 'uv', sql: 'uniqExact(visitor)', additive: false },
  ip: { id: 'ip', sql: 'uniqExact(ip)', additive: false },
  referer_num: { id: 'referer_num', sql: "countIf(channel = 'search')", additive: true },
  sessions: { id: 'sessions', sql: 'uniqExact(session_id)', additive: false },
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof METRICS;
