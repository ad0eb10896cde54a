/**
 * Hours, days and months of busy sites added up by value: what questions about all of a site's visitors read, where they group by a fact. Sets are
 * those of `rolled_hours`, of the same numbers.
 */
import type { TableDescription } from '../ddl.js';
import { MEMBERS, SITE } from './rolled-hours.js';

/** What visits are added up by, and what is kept of each value. */
export interface ValueKind {
  /** As `kind` has it; 0 stands for the span itself, which has a row once all of its values have. */
  readonly kind: number;
  /** Columns of visits, in the order of `facts`. */
  readonly columns: readonly string[];
  /** Whether it is told of a column what it says, or only that it says something. */
  readonly says: 'what' | 'whether';
  /** Whether there are sets of addresses as well. */
  readonly hasAddresses: boolean;
  /** Whether there is the agent of the newest visit. */
  readonly hasAgent: boolean;
}

export const SPAN_KIND = 0;
export const VALUE_KINDS: readonly ValueKind[] = [
  { kind: 1, columns: ['country_code'], says: 'what', hasAddresses: true, hasAgent: false },
  { kind: 2, columns: ['device_model', 'platform', 'device_type', 'os_name', 'gpu_renderer', 'gpu_vendor'], says: 'what', hasAddresses: false, hasAgent: true },
  // A visitor is the fingerprint where there is one (ADR 6): those who have one are as many as there are.
  { kind: 3, columns: ['fingerprint'], says: 'whether', hasAddresses: false, hasAgent: false },
];

/** A fact of a visit as text. @param column with the name of its table before it, or without */
export const factSql = ({ says }: ValueKind, column: string): string => (says === 'what' ? `toString(${column})` : `if(${column} = '', '', '1')`);

/** A value's figures in a span of hours. */
export const ROLLED_VALUES: TableDescription = {
  name: 'rolled_values',
  columns: [
    SITE,
    { name: 'kind', type: 'UInt8', codec: 'ZSTD(1)' },
    { name: 'first', type: 'UInt32', codec: 'Delta, ZSTD(1)' },
    { name: 'hours', type: 'UInt16', codec: 'ZSTD(1)' },
    { name: 'facts', type: 'Array(String)', codec: 'ZSTD(1)' },
    { name: 'pv', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'last', type: "DateTime64(3, 'UTC')", codec: 'ZSTD(1)' },
    { name: 'newest', type: "AggregateFunction(argMax, String, Tuple(DateTime64(3, 'UTC'), UInt64))", codec: 'ZSTD(1)' },
    { name: 'visitors', type: MEMBERS, codec: 'ZSTD(1)' },
    { name: 'addresses', type: MEMBERS, codec: 'ZSTD(1)' },
  ],
  derived: [],
  indexes: [],
  partitionBy: 'site_id',
  orderBy: ['site_id', 'kind', 'first', 'hours'],
  shardBy: 'site_id',
  settings: [['index_granularity', 64]],
};
