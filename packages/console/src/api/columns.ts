import { type ColumnChoice, columns } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** The columns that the user chose, of all tables; they change by the user's own hand only. */
export function columnChoicesQuery(client: Client) {
  return queryOptions({
    queryKey: [columns.list.id],
    queryFn: ({ signal }) => client.call(columns.list, {}, { signal }),
    staleTime: Infinity,
    meta: { shownBy: 'table' },
  });
}

/** Keeps what the user chose on the server. */
export async function saveColumnChoice(client: Client, choice: ColumnChoice): Promise<void> {
  await client.call(columns.save, choice);
}

/** Forgets what the user chose of a table. */
export async function forgetColumnChoice(client: Client, table: string): Promise<void> {
  await client.call(columns.reset, { table });
}

/** What is known of the user's choices follows at once; undefined: none of this table. */
export function columnsChosen(queries: QueryClient, client: Client, table: string, choice: ColumnChoice | undefined): void {
  queries.setQueryData(columnChoicesQuery(client).queryKey, (kept) => kept && { list: [...kept.list.filter((other) => other.table !== table), ...(choice ? [choice] : [])] });
}
