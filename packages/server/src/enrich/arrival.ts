import type { ClientHints, CustomEvent, Hit, Source } from '@footfall/contract';
import type { CountedSite } from './site.js';

/** One request as it came in, checked, nothing known of it yet. Times are milliseconds UTC. */
export interface Arrival {
  /** UInt64 as decimal text. */
  readonly id: string;
  readonly site: CountedSite;
  /** When it happened. */
  readonly at: number;
  readonly receivedAt: number;
  readonly source: Source;
  /** As received: may be a host name, carry a port, or be '' in a log. */
  readonly ip: string;
  /** '' when the request named none; null when the source does not record agents, so nothing follows from the absence. */
  readonly userAgent: string | null;
  /** Absolute http or https url of the page. */
  readonly url: string;
  readonly referrer: string;
  readonly title: string;
  readonly method: string;
  readonly status: number | null;
  readonly bytes: number | null;
  /** The tracker's own facts; null without a tracker. */
  readonly client: Hit | null;
  /** Client hints of the request's headers, for where the tracker gave none of its own. */
  readonly hints?: ClientHints | undefined;
  /** What happened, when it is a custom event and no page view. */
  readonly event?: CustomEvent | undefined;
}
