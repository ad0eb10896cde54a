import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { refusalReason } from '../refusal.js';
import { count, domainScope } from '../shapes.js';

export const ledger = {
  read: defineEndpoint({
    id: 'ledger.read',
    method: 'GET',
    path: '/ledger',
    access: ['DashboardInfo'],
    summary: 'What became of everything received: received = stored + refused + waiting.',
    input: z.object({ domain: domainScope, minutes: z.coerce.number().int().min(1).max(1_440).default(60) }),
    output: z.object({
      received: count,
      stored: count,
      refused: z.array(z.object({ reason: refusalReason, num: count })),
      waiting: count,
    }),
  }),
};
