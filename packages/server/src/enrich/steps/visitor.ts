import type { Draft } from '../draft.js';
import { hash64 } from '../hash64.js';

/** The number of the visitor whom a fingerprint is. */
export const visitorOf = (fingerprint: string): string => hash64(fingerprint, 2);

/**
 * Who it was: the fingerprint where the tracker gave one, else the address with the agent. The two kinds are hashed from
 * different seeds, so that neither can pass for the other. An address that is none still tells visitors apart by its text.
 * Where a site masks addresses, only what it keeps is hashed: of the whole one, 256 tries would find the last octet again.
 */
export function visitorStep(draft: Draft): Draft {
  const { arrival, visit } = draft;
  const address = arrival.site.maskAddress === undefined ? visit.ip || arrival.ip : visit.ip;
  visit.visitor = visit.fingerprint === '' ? hash64(`${address}\n${visit.user_agent}`, 1) : visitorOf(visit.fingerprint);
  return draft;
}
