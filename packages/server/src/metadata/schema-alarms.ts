/** The tables of alarms and of reports that go out, as in schema.ts. */
import type { Generated } from 'kysely';

export interface AlarmTable {
  id: Generated<number>;
  kind: string;
  /** 0: about no site. */
  site_id: number;
  subject: string;
  began_at: number;
  /** When it was found to hold last. */
  seen_at: number;
  ended_at: number | null;
  /** When its beginning, and its end, went into a message or was passed over. */
  told_at: number | null;
  end_told_at: number | null;
  value: number;
  expected: number;
}

export interface AlarmMessageTable {
  id: Generated<number>;
  at: number;
  /** JSON list. */
  events: string;
}

export interface AlarmChannelTable {
  id: Generated<number>;
  name: string;
  kind: string;
  enabled: number;
  /** With whatever secret it holds. */
  url: string;
  secret: string;
  sender: string;
  recipients: string;
  /** The last message that was delivered or given up. */
  sent_id: number;
  /** Attempts in a row that failed, and when the next may be made. */
  failures: number;
  next_at: number;
  last_at: number | null;
  last_state: string | null;
}

export interface ReportScheduleTable {
  id: Generated<number>;
  name: string;
  enabled: number;
  /** JSON list of ids. */
  sites: string;
  every: string;
  day: number;
  hour: number;
  language: string;
  /** The alarm channel whose mail server is used; 0 for the own one. */
  channel_id: number;
  /** With whatever secret it holds. */
  url: string;
  sender: string;
  recipients: string;
  /** What was due up to here is sent or given up. */
  done_until: number;
  /** Attempts in a row that failed, and when the next may be made. */
  failures: number;
  next_try: number;
  last_at: number | null;
  last_state: string | null;
  /** First and last day of the last report. */
  last_period: string;
}
