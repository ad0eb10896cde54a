/** What is kept of hours that are over, and of the one that runs up to a moment, and how much of it. */
import type { AddressList } from './address-list.js';
import type { ColumnLists } from './column-lists.js';
import { KeptCounts, type Sized } from './kept-counts.js';
import type { MemberSeries } from './member-series.js';
import type { RowList } from './row-list.js';
import type { SiteMembers } from './site-members.js';
import type { Touched } from './touched.js';
import type { ValueList } from './value-list.js';

/** Records of values that are kept, twenty bytes each, and of addresses, some tens of megabytes each; values of rows, some megabytes; suspects, 24 bytes each; members, twelve, by site as well; those of groups of an hour, as text, some fifty; values of several columns of an hour, as values. */
const MOST_VALUES = 2_500_000;
const MOST_ADDRESSES = 2_500_000;
const MOST_IN_ROWS = 100_000;
const MOST_SUSPECTS = 1_200_000;
const MOST_MEMBERS = 1_000_000;
const MOST_OF_SITES = 1_500_000;
const MOST_IN_RESTS = 600_000;
const MOST_IN_PANELS = 1_000_000;

export interface KeptLists {
  readonly counts: KeptCounts<ValueList>;
  readonly addresses: KeptCounts<AddressList>;
  readonly periods: KeptCounts<RowList>;
  readonly suspects: KeptCounts<RowList>;
  readonly series: KeptCounts<MemberSeries>;
  readonly sites: KeptCounts<SiteMembers>;
  readonly rests: KeptCounts<Sized>;
  readonly panels: KeptCounts<ColumnLists>;
}

/** @param underWay what the changes touch that may be changing visits now */
export const keptLists = (underWay: () => Iterable<Touched>): KeptLists => ({
  counts: new KeptCounts(MOST_VALUES, underWay),
  addresses: new KeptCounts(MOST_ADDRESSES, underWay),
  periods: new KeptCounts(MOST_IN_ROWS, underWay),
  suspects: new KeptCounts(MOST_SUSPECTS, underWay),
  series: new KeptCounts(MOST_MEMBERS, underWay),
  sites: new KeptCounts(MOST_OF_SITES, underWay),
  rests: new KeptCounts(MOST_IN_RESTS, underWay),
  panels: new KeptCounts(MOST_IN_PANELS, underWay),
});
