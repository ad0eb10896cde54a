import { endpoints } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';

const { sql } = endpoints;

/** Its panel says what failed. */
const SHOWN = { shownBy: 'panel' } as const;

/** The tables that one may read, with their columns. */
export function sqlTablesQuery(client: Client) {
  return queryOptions({ queryKey: [sql.tables.id], queryFn: ({ signal }) => client.call(sql.tables, {}, { signal }), meta: SHOWN });
}

/** The answer to a statement. It is asked once: whoever wants it anew runs it again. */
export function statementQuery(client: Client, statement: string) {
  return queryOptions({
    queryKey: [sql.ask.id, statement],
    queryFn: ({ signal }) => client.call(sql.ask, { sql: statement }, { signal }),
    enabled: statement !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Ten thousand rows, for nobody once another one is shown.
    gcTime: 0,
    meta: SHOWN,
  });
}
