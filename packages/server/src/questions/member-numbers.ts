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

const nobody = (names: readonly string[]): Map<string, number> => new Map(names.map((name) => [name, NO_NUMBER]));

const distinct = (lists: readonly (readonly string[])[]): Set<string> => new Set(lists.flat());

/** Numbers of all members of the rows: what is kept, and of the others from the store, to be kept as well. @throws as `asked.run` */
export async function numbersOf(rows: readonly Readonly<Record<'visitors' | 'addresses', readonly string[]>>[], siteId: number, kept: NonNullable<Asked['numbers']>, asked: Pick<Asked, 'run'>): Promise<MemberNumbers> {
  const since = kept.since(siteId);
  const known = kept.of(siteId);
  const here = { visitor: new Map<string, number>(), ip: new Map<string, number>() };
  const missing: Record<Member, string[]> = { visitor: [], ip: [] };
  for (const member of MEMBERS) {
    for (const name of distinct(rows.map((row) => row[COLUMN[member]]))) {
      const number = known[member].get(name);
      if (number === undefined) missing[member].push(name);
      else here[member].set(name, number);
    }
  }
  if (missing.visitor.length + missing.ip.length > 0) {
    const found = { visitor: nobody(missing.visitor), ip: nobody(missing.ip) };
    const answer = await asked.run<NumberRow>(compileNumbers(siteId, missing));
    for (const { part, name, number } of answer.rows) found[MEMBERS[Number(part)] ?? 'visitor'].set(name, Number(number));
    kept.keep(siteId, found, since);
    for (const member of MEMBERS) for (const [name, number] of found[member]) here[member].set(name, number);
  }
  return {
    numberOf: (member, name) => here[member].get(name) ?? NO_NUMBER,
    numbers: (member) => [...here[member].values()].filter((number) => number !== NO_NUMBER),
  };
}
