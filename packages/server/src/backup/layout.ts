/** What is where in the folder of a backup. */
export const LAYOUT = {
  /** Says that the backup is whole, and what is in it; written last. */
  manifest: 'manifest.json',
  /** The engine's own BACKUP of the store. */
  visits: 'visits',
  journal: 'journal',
  metadata: 'footfall.db',
  /** The operator's own databases of places. */
  geo: 'geo',
  /** How far logs that are followed were read. */
  follow: 'follow',
} as const;
