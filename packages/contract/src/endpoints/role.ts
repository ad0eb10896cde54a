import { z } from 'zod';
import { grantableRoute } from '../catalogue/grantable-routes.js';
import { defineEndpoint } from '../endpoint.js';
import { line, paragraph, roleKey } from '../person.js';
import { count } from '../shapes.js';

export const role = z.object({
  /** Given by the server, never changed. */
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** Of the built-in role: all. */
  routes: z.array(grantableRoute),
  /** All sites, also those that are registered later. */
  all_sites: z.boolean(),
  /** Ids of the granted sites; empty where all are. */
  sites: z.array(z.number()),
  /** The administrators' role: can be neither changed nor removed. */
  built_in: z.boolean(),
  /** How many users hold it. */
  users: count,
});
export type Role = z.infer<typeof role>;

const editable = {
  name: line(1, 60),
  description: paragraph(300),
  routes: z.array(grantableRoute).max(200),
  all_sites: z.boolean(),
  sites: z.array(z.number().int().positive()).max(10_000),
};

export const roles = {
  list: defineEndpoint({
    id: 'role.list',
    method: 'GET',
    path: '/role/list',
    access: 'admin',
    summary: 'The roles, the built-in one first, then by name.',
    input: z.object({}),
    output: z.object({ list: z.array(role) }),
  }),
  add: defineEndpoint({
    id: 'role.add',
    method: 'POST',
    path: '/role/add',
    access: 'admin',
    summary: 'Add a role; the server gives its key.',
    input: z.object({ name: editable.name, description: editable.description.default(''), routes: editable.routes.default([]), all_sites: editable.all_sites.default(false), sites: editable.sites.default([]) }),
    output: role,
  }),
  edit: defineEndpoint({
    id: 'role.edit',
    method: 'POST',
    path: '/role/edit',
    access: 'admin',
    summary: 'Change the given fields of a role. It holds for running sessions at once.',
    input: z.object({
      key: roleKey,
      name: editable.name.optional(),
      description: editable.description.optional(),
      routes: editable.routes.optional(),
      all_sites: editable.all_sites.optional(),
      sites: editable.sites.optional(),
    }),
    output: role,
  }),
  remove: defineEndpoint({
    id: 'role.remove',
    method: 'POST',
    path: '/role/del',
    access: 'admin',
    summary: 'Remove a role that no user holds.',
    input: z.object({ key: roleKey }),
    output: z.null(),
    aliases: [{ method: 'DELETE', path: '/role' }],
  }),
};
