import { bulk, type BulkImport, type BulkKind, type Output } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { base64Of } from '../lib/base64';
import type { Client } from './client';

export type BulkPreview = Output<typeof bulk.preview>;

/** What an import of a file would do; it changes nothing. */
export async function previewBulk(client: Client, kind: BulkKind, file: File): Promise<BulkPreview> {
  return client.call(bulk.preview, { kind, name: file.name, data: await base64Of(file) });
}

/** Imports a file: all of it, or nothing. */
export async function applyBulk(client: Client, kind: BulkKind, file: File): Promise<BulkImport> {
  return client.call(bulk.apply, { kind, name: file.name, data: await base64Of(file) });
}

/** Takes an import back. */
export function undoBulk(client: Client, id: number): Promise<BulkImport> {
  return client.call(bulk.undo, { id });
}

/** The last imports, the newest first. */
export function bulkListQuery(client: Client) {
  return queryOptions({
    queryKey: [bulk.list.id],
    queryFn: ({ signal }) => client.call(bulk.list, {}, { signal }),
    staleTime: 0,
    meta: { shownBy: 'panel' },
  });
}

/** Everything asks again: an import may change sites, rules and what they are called anywhere. */
export async function bulkChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries();
}
