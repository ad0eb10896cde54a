/**
 * What becomes of each page view when a site's access log and its beacons are laid beside each other: the categories, and in each what the record can tell apart.
 * What is not a request for a page is in none of them.
 */
export const RECONCILED = {
  /** A request of the log with a beacon of the tracker. */
  matched: ['matched'],
  /** A request of the log by a crawler. */
  crawler: ['crawler'],
  /** A person's request without a beacon: nothing that day from the visitor; from the visitor, but nothing from the page; or of this view alone. */
  blocked: ['silent_visitor', 'silent_page', 'lost'],
  /** The picture came in the script's place; or a browser that runs no script asked, and nothing came. */
  no_script: ['pixel', 'no_script_browser'],
  /** A beacon without a request: of a page that the visitor had asked for that day; of a visitor, or of a page, of whom the log has nothing that day; or of this view alone. */
  cached: ['again', 'unlogged_visitor', 'unlogged_page', 'unlogged_view'],
} as const;

export type ReconciledCategory = keyof typeof RECONCILED;
export type Finding = (typeof RECONCILED)[ReconciledCategory][number];

export const RECONCILED_CATEGORIES = Object.keys(RECONCILED) as readonly ReconciledCategory[];
export const FINDINGS: readonly Finding[] = RECONCILED_CATEGORIES.flatMap((category): readonly Finding[] => RECONCILED[category]);

/** Seconds that a beacon may come after its request, and before it: a page loads for a while, and the clocks of two machines differ. */
export const MATCH_WINDOW = { after: 60, before: 5 } as const;
