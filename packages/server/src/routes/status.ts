/** How the server is, for administrators. */
import { endpoints, FootfallError, type ProcessStatus } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import type { QuestionStore } from '../questions/asked.js';
import { wayIn } from '../questions/way-in.js';
import type { StateReader } from '../server-state.js';
import type { KnownProcess } from '../metadata/processes.js';
import { asking, type QuestionDeps } from './asking.js';

/** What the store of visits says of itself. */
interface StoreFigures {
  readonly slow: {
    readonly threshold: number;
    list(): readonly SlowAnswer[];
    find(id: string): SlowAnswer | undefined;
  };
  explain(sql: string, params: SlowAnswer['params']): Promise<string[]>;
  sizes(): Promise<readonly { readonly siteId: number; readonly table: 'visits' | 'spider_hits' | 'events'; readonly rows: number; readonly bytes: number }[]>;
}

interface SlowAnswer {
  readonly id: string;
  readonly sql: string;
  readonly params: Parameters<QuestionStore['query']>[1];
  readonly times: number;
  readonly longest: number;
  readonly rowsRead: number;
  readonly lastAt: number;
}

export interface StatusDeps extends QuestionDeps {
  readonly reader: Pick<StateReader, 'state'>;
  readonly warehouse: StoreFigures;
  readonly version: string;
  readonly presence: { all(): readonly KnownProcess[]; completeUpTo(): number };
}

/** The handlers. */
export function statusRoutes(deps: StatusDeps): HandlersOf<typeof endpoints.status> {
  const { reader, presence, warehouse, directory, now } = deps;
  const zone = deps.zones(directory.timeZone);
  const local = (at: number): string => zone.text(at);
  const told = ({ name, role, seenAt, silent, taking, waitingRecords, completeUpTo, failingSince }: KnownProcess): ProcessStatus => ({
    name, role, seen_at: local(seenAt), silent, taking, waiting_records: waitingRecords, complete_up_to: local(completeUpTo), failing_since: failingSince === null ? null : local(failingSince),
  });
  const lagOf = (completeUpTo: number): number => Math.max(0, Math.round((now() - completeUpTo) / 1_000));
  return {
    async overview() {
      const at = await reader.state();
      const complete = presence.completeUpTo();
      return {
        version: deps.version,
        time_zone: directory.timeZone,
        now: local(now()),
        started_at: local(at.startedAt),
        stores: at.stores,
        replicas: at.replicas === null ? null : { total: at.replicas.total, reached: at.replicas.reached, behind: at.replicas.behind, read_only: at.replicas.readOnly },
        complete_up_to: local(complete),
        lag: lagOf(complete),
        processes: presence.all().map(told),
        journal: {
          taking: at.takingVisits,
          waiting_records: at.waitingRecords,
          waiting_bytes: at.waitingBytes,
          waiting_segments: at.waitingSegments,
          complete_up_to: local(at.completeUpTo),
          lag: lagOf(at.completeUpTo),
          failing_since: at.failingSince === null ? null : local(at.failingSince),
          stored_rows: at.storedRows,
          dead_rows: at.deadRows,
        },
        disk: at.disk,
        process: { memory: at.memory, loop_delay: Math.round(at.loopDelay * 10) / 10 },
      };
    },

    wayIn: ({ minutes }, context) => wayIn(minutes, asking(deps, '', context, endpoints.status.wayIn.timeout)),

    async sizes() {
      const domains = new Map(directory.all().map(({ id, domain }) => [id, domain]));
      const empty = (id: number) => ({ id, domain: domains.get(id) ?? '', visits: 0, spider_hits: 0, events: 0, bytes: 0 });
      const sites = new Map([...domains.keys()].map((id) => [id, empty(id)]));
      for (const { siteId, table, rows, bytes } of await warehouse.sizes()) {
        const site = sites.get(siteId) ?? empty(siteId);
        site[table] = rows;
        site.bytes += bytes;
        sites.set(siteId, site);
      }
      const list = [...sites.values()].toSorted((a, b) => b.bytes - a.bytes || a.id - b.id);
      return { sites: list, bytes: list.reduce((sum, { bytes }) => sum + bytes, 0) };
    },

    async slow() {
      const { slow } = warehouse;
      return { threshold: slow.threshold, list: slow.list().map(({ id, sql, times, longest, rowsRead, lastAt }) => ({ id, sql, times, longest, rows_read: rowsRead, last_at: local(lastAt) })) };
    },

    async plan({ id }) {
      const question = warehouse.slow.find(id);
      if (!question) throw new FootfallError('status.question_unknown');
      return { lines: await warehouse.explain(question.sql, question.params) };
    },
  };
}
