import type { AddressList } from './address-list.js';
import type { ColumnLists } from './column-lists.js';
import type { KeptCounts, Sized } from './kept-counts.js';
import type { KeptNumbers } from './kept-numbers.js';
import type { MemberSeries } from './member-series.js';
import type { RowList } from './row-list.js';
import type { SiteMembers } from './site-members.js';
import type { ValueList } from './value-list.js';

/** What was counted of hours that are over. */
export interface KeptOfOver {
  /** Page views by value. */
  readonly counts: Pick<KeptCounts<ValueList>, 'read'>;
  /** Page views by address. */
  readonly addresses: Pick<KeptCounts<AddressList>, 'read'>;
  /** All that a part of a question tells of a period, and what there is of moments of an hour. */
  readonly periods: Pick<KeptCounts<RowList>, 'read'>;
  /** Who is suspicious. */
  readonly suspects: Pick<KeptCounts<RowList>, 'read'>;
  /** Figures by hour or day, and who was there. */
  readonly series: Pick<KeptCounts<MemberSeries>, 'read'>;
  /** Figures by site, and who was there. */
  readonly sites: Pick<KeptCounts<SiteMembers>, 'read'>;
  /** By group, and who was there, of the hour that runs. */
  readonly rests: Pick<KeptCounts<Sized>, 'read'>;
  /** Page views by value of several columns, of the hour that runs. */
  readonly panels: Pick<KeptCounts<ColumnLists>, 'read'>;
}

/** What a question asks before and after. */
export interface KnownHours extends KeptOfOver {
  has(siteId: number, hour: number): boolean;
  /** Lengths of the spans that begin with the hour, the longest first. */
  spansAt(siteId: number, hour: number): readonly number[];
  /** Lengths of the spans that begin with the hour and are added up by value, the longest first. */
  valuesAt(siteId: number, hour: number): readonly number[];
  /** The first hour that may be rolled up; null where it is not known. */
  first(siteId: number): number | null;
  /** Fewer hours of the site than so many are better counted: there are not enough visits in them. */
  leastHours(siteId: number): number;
  /** Another number whenever hours of the site, or numbers of its members, may have been taken away. */
  version(siteId: number): number;
  readonly numbers: KeptNumbers;
}
