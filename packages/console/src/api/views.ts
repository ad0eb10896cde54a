import { type Input, type SavedView, views } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** One's own saved views of a screen and those that others share. */
export function viewsQuery(client: Client, screen: string) {
  return queryOptions({
    queryKey: [views.list.id, screen],
    queryFn: ({ signal }) => client.call(views.list, { screen }, { signal }),
    meta: { shownBy: 'views' },
  });
}

/** Saves the state of a screen under a name. */
export function addView(client: Client, input: Input<typeof views.add>): Promise<SavedView> {
  return client.call(views.add, input);
}

/** Changes fields of a view. */
export function editView(client: Client, input: Input<typeof views.edit>): Promise<SavedView> {
  return client.call(views.edit, input);
}

/** Removes a view. */
export async function removeView(client: Client, id: number): Promise<void> {
  await client.call(views.remove, { id });
}

/** The lists of views ask again. */
export async function viewsChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [views.list.id] });
}
