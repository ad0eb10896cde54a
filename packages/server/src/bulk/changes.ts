import { z } from 'zod';

const site = z.object({
  name: z.string(), domain: z.string(), aliases: z.array(z.string()), subdomains: z.boolean(), isStat: z.boolean(), timeZone: z.string().nullable(),
  tracking: z.object({ respectDnt: z.boolean(), canvasFingerprint: z.boolean(), visitorId: z.boolean(), stripCampaign: z.boolean() }),
  rules: z.object({ excludedAddresses: z.array(z.string()), excludedPaths: z.array(z.string()), excludedParameters: z.array(z.string()), retentionDays: z.number(), maskAddresses: z.boolean() }),
});
const spider = z.object({ type: z.string(), name: z.string(), keywords: z.array(z.string()), enabled: z.boolean() });

/** What an import made of one thing, as it is kept to be undone; `before` null: it was added. */
export const changes = z.array(
  z.discriminatedUnion('entity', [
    z.object({ entity: z.literal('site'), id: z.number(), before: site.nullable(), after: site }),
    z.object({ entity: z.literal('spider'), id: z.number(), before: spider.nullable(), after: spider }),
  ]),
);
export type Change = z.output<typeof changes>[number];

/** What became of a row. */
export interface Applied {
  readonly outcome: 'add' | 'edit' | 'same';
  readonly label: string;
  readonly change?: { readonly entity: 'site' | 'spider'; readonly id: number; readonly before: unknown; readonly after: unknown };
}

/** Of several changes of one thing, what it was before the first and is after the last. */
export function merged(list: readonly Applied[]): NonNullable<Applied['change']>[] {
  const byThing = new Map<string, NonNullable<Applied['change']>>();
  for (const { change } of list) {
    if (change === undefined) continue;
    const key = `${change.entity} ${change.id}`;
    byThing.set(key, { ...change, before: (byThing.get(key) ?? change).before });
  }
  return [...byThing.values()];
}
