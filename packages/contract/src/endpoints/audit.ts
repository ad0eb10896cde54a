import { z } from 'zod';
import { auditAction } from '../catalogue/audit-actions.js';
import { defineEndpoint } from '../endpoint.js';
import { localTime, pageInput, pagination } from '../shapes.js';

export const auditRow = z.object({
  id: z.number(),
  at: localTime,
  /** The account that did it; null: nobody was signed in (a refused sign-in, the command line). */
  user_id: z.number().nullable(),
  /** Its name at that time; '' where `user_id` is null. */
  username: z.string(),
  action: auditAction,
  /** What it was done to: a user name, a role's name, a domain. */
  target: z.string(),
  /** What changed: `{before, after}` of the fields that did, or other facts; nothing secret. */
  details: z.record(z.string(), z.unknown()),
  /** Where from; '' for the command line. */
  address: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** 0 keeps everything for ever. */
const retention = z.object({ days: z.number().int().min(0).max(36_500) });

export const audit = {
  list: defineEndpoint({
    id: 'audit.list',
    method: 'GET',
    path: '/audit/list',
    access: 'admin',
    summary: 'Who did what, newest first.',
    input: pageInput.extend({
      /** Part of the name of who did it. */
      user: z.string().max(200).default(''),
      /** Any of these; none: all. */
      action: z.array(auditAction).max(100).default([]),
      /** Part of what it was done to. */
      target: z.string().max(300).default(''),
      address: z.string().max(45).default(''),
      /** In the installation's zone, both inclusive. */
      from: localTime.optional(),
      to: localTime.optional(),
    }),
    output: z.object({ list: z.array(auditRow), meta: z.object({ pagination }) }),
  }),
  retention: defineEndpoint({
    id: 'audit.retention',
    method: 'GET',
    path: '/audit/retention',
    access: 'admin',
    summary: 'Days that the audit log is kept; 0 for ever.',
    input: z.object({}),
    output: retention,
  }),
  setRetention: defineEndpoint({
    id: 'audit.set_retention',
    method: 'POST',
    path: '/audit/retention',
    access: 'admin',
    summary: 'Change how long the audit log is kept; what is older is removed at once.',
    input: retention,
    output: retention,
  }),
};
