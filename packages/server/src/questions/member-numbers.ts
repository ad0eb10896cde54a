/** Numbers of visitors and addresses that statements told of by name. */
import { type Member, MEMBERS, NO_NUMBER } from '../warehouse/rolled/kept-numbers.js';
import type { Asked } from './asked.js';
import { compileNumbers, type NumberRow } from './compile-rest.js';

export const COLUMN: Readonly<Record<Member, 'visitors' | 'addresses'>> = { visitor: 'visitors', ip: 'addresses' };

/** Numbers of some members. */
export interface MemberNumbers {
  /** NO_NUMBER of one that has none. */
  numberOf(member: Member, name: string): number;
  /** Of all that have one. */
  numbers(member: Member): number[];
}

const nobody = (names: Iterable<string>): Map<string, number> => new Map(Array.from(names, (name) => [name, NO_NUMBER]));

/** Numbers of all members of the rows: what is kept, and of the others from the store, to be kept as well. @throws as `asked.run` */
export async function numbersOf(rows: readonly Readonly<Record<'visitors' | 'addresses', readonly string[]>>[], siteId: number, kept: NonNullable<Asked['numbers']>, asked: Pick<Asked, 'run'>): Promise<MemberNumbers> {
  const since = kept.since(siteId);
  const known = kept.of(siteId);
  const missing = { visitor: new Set<string>(), ip: new Set<string>() };
  for (const member of MEMBERS) for (const row of rows) for (const name of row[COLUMN[member]]) if (!known[member].has(name)) missing[member].add(name);
  const found = { visitor: nobody(missing.visitor), ip: nobody(missing.ip) };
  // Who has none may get one while the store is asked: it is his alone, and no hour that the question takes from roll-ups has him.
  if (missing.visitor.size + missing.ip.size > 0) {
    const answer = await asked.run<NumberRow>(compileNumbers(siteId, { visitor: [...missing.visitor], ip: [...missing.ip] }));
    for (const { part, name, number } of answer.rows) found[MEMBERS[Number(part)] ?? 'visitor'].set(name, Number(number));
    kept.keep(siteId, found, since);
  }
  const numberOf = (member: Member, name: string): number => found[member].get(name) ?? known[member].get(name) ?? NO_NUMBER;
  const all = (member: Member): Set<number> => new Set(rows.flatMap((row) => row[COLUMN[member]].map((name) => numberOf(member, name))));
  return { numberOf, numbers: (member) => [...all(member)].filter((number) => number !== NO_NUMBER) };
}
