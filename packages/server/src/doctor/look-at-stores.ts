import type { JournalCheck } from '../journal/check.js';
import type { MetadataCheck } from '../metadata/check.js';
import type { StoreState } from '../warehouse/state.js';
import { failure, type Finding, sizeText, spanText, warning, well } from './finding.js';

/** What a running server says of itself. */
export interface ServerState {
  readonly takingVisits: boolean;
  readonly waitingRecords: number;
  /** Milliseconds UTC: everything acknowledged before is stored. */
  readonly completeUpTo: number;
  /** Since when the store has taken nothing, and why; null while it does. */
  readonly failingSince: number | null;
  readonly lastError: string | null;
}

/** What waits longer than this waits for something that is broken. */
const LATE_MS = 5 * 60_000;
/** Seconds that a replica may be behind in a busy minute. */
const LATE_REPLICA = 60;
/** The store slows inserts down from 1,000 parts of a month on. */
const MANY_PARTS = 300;

/** Whether what arrives is kept safe, and gets on into the store. */
export function lookAtJournal(journal: JournalCheck, server: ServerState | null, now: number): Finding[] {
  if (!journal.there) return [failure('journal', 'there is none', 'Set FOOTFALL_DATA to the folder of the installation, or start the server once to make one.')];
  const findings: Finding[] = [];
  const add = (found: Finding): void => void findings.push(found);
  if (server !== null && !server.takingVisits) add(failure('journal', 'it can not be written: visits are refused, and sent again by the trackers', 'Free space on its disk; the log of the server names the cause.'));
  const since = server?.failingSince ?? null;
  if (server !== null && since !== null) add(failure('journal', `the store has taken nothing for ${spanText(now - since)}: ${server.lastError ?? 'no reason given'}`, 'Mend the store; what waits is safe and is stored when it is back.'));
  else if (server !== null && server.waitingRecords > 0 && now - server.completeUpTo > LATE_MS) add(warning('journal', `what arrived ${spanText(now - server.completeUpTo)} ago is not stored yet`, 'Look at the load of the machine; nothing is lost.'));
  for (const file of journal.damaged) add(failure('journal', `${file} is damaged`, 'Look at the disk (dmesg, smartctl). What can be read is stored when the server starts; the rest is kept in the folder quarantine.'));
  if (journal.quarantined > 0) add(warning('journal', `${journal.quarantined} damaged pieces were set aside`, 'They are in the folder quarantine of the journal: look at the disk, then move them away.'));
  if (journal.deadLetters > 0) add(warning('journal', `${journal.deadLetters} files hold rows that the store refused`, 'They are in the folder dead-letter of the journal, each with the reason: report it, they are counted as refused.'));
  if (journal.highWater === null) add(warning('journal', 'its state can not be read', 'Nothing is to be done: the server makes another when it starts, and stores what waits anew.'));
  const waiting = server?.waitingRecords ?? journal.records ?? 0;
  if (findings.length === 0) add(well('journal', waiting === 0 ? 'nothing waits' : `${waiting.toLocaleString('en')} records wait to be stored (${sizeText(journal.bytes)})`));
  return findings;
}

/** Whether the store of visits is whole. */
export function lookAtVisits(state: StoreState | string): Finding[] {
  if (typeof state === 'string') return [failure('visits', `the store does not answer: ${state}`, 'Look at the log of the server; visits are kept safe in the journal meanwhile.')];
  const findings: Finding[] = [];
  const { schema, knownSchema, broken, stuck, stuckReason, mostParts, tables, version, replicas } = state;
  if (schema > knownSchema) findings.push(failure('visits', `it was written by a newer Footfall (schema ${schema}, this one knows ${knownSchema})`, 'Update Footfall, or restore a backup made before.'));
  if (broken > 0) findings.push(warning('visits', `${broken} broken parts were taken out of it`, 'Look at the disk (dmesg, smartctl), and compare the ledger with the figures; a backup has what they held.'));
  if (stuck > 0) findings.push(warning('visits', `${stuck} changes of stored rows do not come to an end: ${stuckReason.slice(0, 200)}`, 'Look at room on the disk and at the log of the server.'));
  if (mostParts > MANY_PARTS) findings.push(warning('visits', `one month lies in ${mostParts} parts`, 'The store is behind with merging: look at the load of the machine and the speed of its disk.'));
  if (replicas !== null && replicas.reached < replicas.total) findings.push(warning('visits', `${replicas.total - replicas.reached} of ${replicas.total} servers of the cluster can not be reached`, 'Start them. Where most replicas of a shard are away nothing is stored meanwhile: visits wait in the journals.'));
  if (replicas !== null && replicas.behind > LATE_REPLICA) findings.push(warning('visits', `a replica is ${spanText(replicas.behind * 1_000)} behind the others of its shard`, 'Look at its disk, its network and SELECT * FROM system.replication_queue there; questions that it answers miss the newest visits.'));
  if (replicas !== null && replicas.readOnly > 0) findings.push(warning('visits', `${replicas.readOnly} replicated tables are read-only`, 'Their server lost its keepers: look whether most of the keepers run and can be reached.'));
  const rows = tables.find(({ name }) => name === 'visits')?.rows ?? 0;
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return findings.length > 0 ? findings : [well('visits', `${rows.toLocaleString('en')} visits, ${sizeText(bytes)}, ${mostParts} parts at most, ClickHouse ${version}`)];
}

/** Whether users, sites and rules can be read. */
export function lookAtMetadata({ inFile, there, problems, zones }: MetadataCheck): Finding[] {
  if (!there) return [failure('metadata', 'there is no footfall.db', 'Set FOOTFALL_DATA to the folder of the installation, or restore a backup.')];
  if (problems.length > 0 && !inFile) return [failure('metadata', `PostgreSQL can not be used: ${problems.join('; ')}`, 'Start it, or correct FOOTFALL_POSTGRES_URL; visits are taken meanwhile by a server that runs.')];
  if (problems.length > 0) return [failure('metadata', problems.slice(0, 3).join('; '), 'Stop the server, keep a copy of the data folder, and restore a backup; look at the disk.')];
  return [well('metadata', `whole; sites in ${zones.length === 0 ? 'the zone of the installation' : `${zones.length} zones of their own`}`)];
}
