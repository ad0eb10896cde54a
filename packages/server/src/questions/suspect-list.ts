/**
 * Suspicious visitors and addresses with their signs: what stretches of time say of them, put together as one statement over all of it would tell. A busy site may
 * have hundreds of thousands of visitors with a sign: they are records of 24 bytes, in the order of their first eight, who it is.
 */
import { VISITOR } from '../warehouse/rolled/member-series.js';
import { SortedRecords } from '../warehouse/rolled/sorted-records.js';
import { ANY_MASK, SURE_MASK } from './device-signs.js';
import type { PartsRow, SuspicionRule } from './suspicion-sql.js';

/** Where in a record stands what is said of a visitor: signs, views, and when last. */
const SAID = { mask: VISITOR, views: VISITOR + 4, last: VISITOR + 8 } as const;
const RECORD = VISITOR + 16;
const HALF = 0x1_0000_0000;

export interface Suspect {
  readonly kind: 'visitor' | 'address';
  readonly who: string;
  readonly mask: number;
  readonly views: number;
  /** Milliseconds UTC. */
  readonly last: number;
}

/** By what speaks against them: visits of contradictory devices, walks, addresses with many fingerprints. */
export interface SuspectList {
  readonly devices: SortedRecords;
  readonly walks: SortedRecords;
  readonly crowds: ReadonlyMap<string, Suspect>;
}

const recordsOf = (bytes: Buffer): SortedRecords => new SortedRecords(bytes, VISITOR, RECORD);
const NOBODY = recordsOf(Buffer.alloc(0));
export const NO_SUSPECTS: SuspectList = { devices: NOBODY, walks: NOBODY, crowds: new Map() };

export const sizeOf = ({ devices, walks, crowds }: SuspectList): number => devices.size + walks.size + crowds.size;

const maskAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + SAID.mask);
const viewsAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + SAID.views);
const lastAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + SAID.last) + HALF * bytes.readUInt32LE(at + SAID.last + 4);

type Both = (mine: number, theirs: number) => number;

/** Both together: all signs, views by `views`, and when last. */
function joined(records: SortedRecords, others: SortedRecords, views: Both): SortedRecords {
  const theirs = others.bytes;
  return records.with(others, (written, at, there) => {
    written.writeUInt32LE((maskAt(written, at) | maskAt(theirs, there)) >>> 0, at + SAID.mask);
    written.writeUInt32LE(views(viewsAt(written, at), viewsAt(theirs, there)), at + SAID.views);
    if (lastAt(theirs, there) > lastAt(written, at)) theirs.copy(written, at + SAID.last, there + SAID.last, there + RECORD);
  });
}

/** Those that have a sign. */
function marked({ bytes }: SortedRecords): SortedRecords {
  const some = Buffer.allocUnsafe(bytes.length);
  let end = 0;
  for (let at = 0; at < bytes.length; at += RECORD) if (maskAt(bytes, at) !== 0) end += bytes.copy(some, end, at, at + RECORD);
  return recordsOf(Buffer.from(some.subarray(0, end)));
}

function crowdsOf({ who, masks, views, lasts }: Pick<PartsRow, 'who' | 'masks' | 'views' | 'lasts'>): SuspectList['crowds'] {
  return new Map(who.map((address, i) => [address, { kind: 'address', who: address, mask: masks[i] ?? 0, views: views[i] ?? 0, last: Number(lasts[i]) }]));
}

function crowdsWith(before: SuspectList['crowds'], now: SuspectList['crowds']): SuspectList['crowds'] {
  if (now.size === 0) return before;
  const after = new Map(before);
  for (const [address, { views, last, ...suspect }] of now) {
    const known = after.get(address);
    after.set(address, { ...suspect, views: Math.max(known?.views ?? 0, views), last: Math.max(known?.last ?? 0, last) });
  }
  return after;
}

/** What the parts of `compileParts` say of a stretch; of a walk that it says is none any more, the mask is 0. */
export function saidBy(rows: readonly PartsRow[]): SuspectList {
  const of = (part: PartsRow['part']): PartsRow | undefined => rows.find((row) => row.part === part);
  const said = (part: PartsRow['part']): SortedRecords => recordsOf(Buffer.from(of(part)?.records ?? '', 'base64url'));
  const crowd = of('crowds');
  return { devices: said('devices'), walks: said('walks'), crowds: crowd === undefined ? NO_SUSPECTS.crowds : crowdsOf(crowd) };
}

/**
 * What two stretches say, one after the other: views of devices are added up; a walk is judged anew, over all of the time, of whoever came in the later one, and
 * so are an address's days.
 */
export function followed({ devices, walks, crowds }: SuspectList, later: SuspectList): SuspectList {
  const said = later.walks.bytes;
  return {
    devices: joined(devices, later.devices, (mine, theirs) => mine + theirs),
    walks: walks.with(later.walks, (written, at, there) => said.copy(written, at, there, there + RECORD)),
    crowds: crowdsWith(crowds, later.crowds),
  };
}

/** All suspects with what a later stretch says. */
export function extended(list: SuspectList, later: SuspectList): SuspectList {
  const both = followed(list, later);
  return later.walks.size === 0 ? both : { ...both, walks: marked(both.walks) };
}

function bitsIn(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const BY: Readonly<Record<SuspicionRule['by'], (a: Signs, b: Signs) => number>> = {
  signs: (a, b) => bitsIn(a.mask & SURE_MASK) - bitsIn(b.mask & SURE_MASK) || bitsIn(a.mask) - bitsIn(b.mask),
  views: (a, b) => a.views - b.views,
  last_at: (a, b) => a.last - b.last,
};

type Signs = Omit<Suspect, 'who' | 'kind'>;

/** By the rules, and when last; below 0 where the first one goes first. */
function byRules(sort: readonly SuspicionRule[]): (a: Signs, b: Signs) => number {
  const rules: readonly SuspicionRule[] = sort.length === 0 ? [{ by: 'signs', direction: 'desc' }] : sort;
  return (a, b) => {
    for (const { by, direction } of rules) {
      const difference = BY[by](a, b);
      if (difference !== 0) return direction === 'asc' ? difference : -difference;
    }
    return b.last - a.last;
  };
}

/** The first of all, of which one after the other is told, as the store orders them (`orderOf` in suspicion-sql.ts). */
class First {
  readonly #most: number;
  readonly #byRules: (a: Signs, b: Signs) => number;
  #first: Suspect[] = [];

  constructor(most: number, sort: readonly SuspicionRule[]) {
    this.#most = most;
    this.#byRules = byRules(sort);
  }

  /** Whether it may be among the first: by far the most are not, and need not be spelled out. */
  takes(signs: Signs): boolean {
    const last = this.#first[this.#most - 1];
    return last === undefined || this.#byRules(signs, last) <= 0;
  }

  add(suspect: Suspect): void {
    this.#first.push(suspect);
    // What is behind the last of a list that was cut is behind all of it, whoever else comes.
    if (this.#first.length === this.#most || this.#first.length > 2 * this.#most + 64) this.#cut();
  }

  all(): readonly Suspect[] {
    this.#cut();
    return this.#first;
  }

  #cut(): void {
    this.#first = this.#first.toSorted((a, b) => this.#byRules(a, b) || byText(a.kind, b.kind) || byText(a.who, b.who)).slice(0, this.#most);
  }
}

/** How many there are of a kind with the same signs. */
export interface SameSigns {
  readonly kind: Suspect['kind'];
  readonly mask: number;
  readonly num: number;
}

/** The first `most` of those with a sign of `wanted`, in the order asked for, and how many have which signs together. */
export function firstSuspects({ devices, walks, crowds }: SuspectList, wanted: number, sort: readonly SuspicionRule[], most: number): { readonly first: readonly Suspect[]; readonly same: readonly SameSigns[] } {
  const { bytes } = joined(devices, walks, Math.max);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [visitors, addresses] = [new Uint32Array(ANY_MASK + 1), new Uint32Array(ANY_MASK + 1)];
  const count = (nums: Uint32Array, mask: number): void => void (nums[mask] = (nums[mask] ?? 0) + 1);
  const first = new First(most, sort);
  const one = { mask: 0, views: 0, last: 0 };
  for (let at = 0; at < bytes.length; at += RECORD) {
    one.mask = view.getUint32(at + SAID.mask, true);
    count(visitors, one.mask);
    if ((one.mask & wanted) === 0) continue;
    one.views = view.getUint32(at + SAID.views, true);
    one.last = view.getUint32(at + SAID.last, true) + HALF * view.getUint32(at + SAID.last + 4, true);
    if (first.takes(one)) first.add({ kind: 'visitor', who: String(view.getBigUint64(at, true)), ...one });
  }
  for (const address of crowds.values()) {
    count(addresses, address.mask);
    if ((address.mask & wanted) !== 0) first.add(address);
  }
  const told = (kind: Suspect['kind'], nums: Uint32Array): SameSigns[] => [...nums].flatMap((num, mask) => (num === 0 ? [] : [{ kind, mask, num }]));
  return { first: first.all(), same: [...told('visitor', visitors), ...told('address', addresses)] };
}
