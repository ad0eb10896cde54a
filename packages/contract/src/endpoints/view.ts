import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { line } from '../person.js';
import { localTime } from '../shapes.js';

/** A screen, by the name of its route. */
const screen = z.string().regex(/^[A-Za-z][\w-]{0,39}$/u, 'not the name of a screen');

/** What stands behind the `?` of the screen's address: its whole state. */
const state = z.string().max(16_000).regex(/^[^?#\s]*$/u, 'must be what stands behind the ? of an address');

const id = z.coerce.number().int().positive();

export const savedView = z.object({
  id: z.number(),
  screen: z.string(),
  name: z.string(),
  query: z.string(),
  /** Whether everybody sees it who may open the screen and see its site; else it is its owner's alone. */
  shared: z.boolean(),
  /** What the owner is called. */
  owner: z.string(),
  /** Whether it is one's own; only the owner and administrators change a view. */
  own: z.boolean(),
  created_at: localTime,
  updated_at: localTime,
});
export type SavedView = z.infer<typeof savedView>;

export const views = {
  list: defineEndpoint({
    id: 'view.list',
    method: 'GET',
    path: '/view/list',
    access: 'signed-in',
    summary: "One's own saved views and those that others share, by name; of one screen, or of all.",
    input: z.object({ screen: screen.optional() }),
    output: z.object({ list: z.array(savedView) }),
  }),
  add: defineEndpoint({
    id: 'view.add',
    method: 'POST',
    path: '/view/add',
    access: 'signed-in',
    summary: 'Save a view of a screen under a name.',
    input: z.object({ screen, name: line(1, 80), query: state, shared: z.boolean().default(false) }),
    output: savedView,
  }),
  edit: defineEndpoint({
    id: 'view.edit',
    method: 'POST',
    path: '/view/edit',
    access: 'signed-in',
    summary: 'Change the given fields of a saved view.',
    input: z.object({ id, name: line(1, 80).optional(), query: state.optional(), shared: z.boolean().optional() }),
    output: savedView,
  }),
  remove: defineEndpoint({
    id: 'view.del',
    method: 'POST',
    path: '/view/del',
    access: 'signed-in',
    summary: 'Remove a saved view.',
    input: z.object({ id }),
    output: z.null(),
  }),
};

/** A table, by its name in the console. */
const table = z.string().regex(/^[A-Za-z][\w.-]{0,39}$/u, 'not the name of a table');
const columnNames = z.array(z.string().regex(/^[A-Za-z_][\w.-]{0,59}$/u, 'not the name of a column')).max(200);

/** Columns of a table in their order, and those not shown: a column named nowhere is new, and shown as it comes. */
export const columnChoice = z.object({ table, order: columnNames, hidden: columnNames });
export type ColumnChoice = z.infer<typeof columnChoice>;

export const columns = {
  list: defineEndpoint({
    id: 'columns.list',
    method: 'GET',
    path: '/columns/list',
    access: 'signed-in',
    summary: 'The columns that one chose, by table.',
    input: z.object({}),
    output: z.object({ list: z.array(columnChoice) }),
  }),
  save: defineEndpoint({
    id: 'columns.save',
    method: 'POST',
    path: '/columns/save',
    access: 'signed-in',
    summary: 'Choose the columns of a table and their order.',
    input: columnChoice,
    output: columnChoice,
  }),
  reset: defineEndpoint({
    id: 'columns.del',
    method: 'POST',
    path: '/columns/del',
    access: 'signed-in',
    summary: 'Forget what one chose for a table.',
    input: z.object({ table }),
    output: z.null(),
  }),
};
