import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, domainScope } from '../shapes.js';

/** Whose data: all that was recorded at an address, or with a fingerprint, on a site or on all. */
const visitorAsked = z.object({
  domain: domainScope,
  type: z.enum(['ip', 'fingerprint']),
  value: z.string().trim().min(1).max(64),
});

export const visitors = {
  export: defineDownload({
    id: 'visitor.export',
    path: '/visitor/export',
    access: 'admin',
    summary: 'Everything that is stored of a visitor, one JSON object a line, with the table that it is in.',
    input: visitorAsked,
  }),
  erase: defineEndpoint({
    id: 'visitor.erase',
    method: 'POST',
    path: '/visitor/erase',
    access: 'admin',
    summary: 'Remove everything that is stored of a visitor, for good. Figures fall by what is removed.',
    input: visitorAsked,
    /** Rows, by where they were. */
    output: z.object({ removed: z.record(z.string(), count), total: count }),
    timeout: 60_000,
  }),
};
