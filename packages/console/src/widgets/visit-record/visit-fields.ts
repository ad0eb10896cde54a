import { DIMENSIONS, type DimensionGroup } from '@footfall/contract';
import type { TextKey } from '../../i18n/texts/en';

/** A fact of a visit that can be shown. */
export interface VisitField {
  readonly key: string;
  readonly title: TextKey;
  readonly group: DimensionGroup;
  readonly hidden: boolean;
  /** Figures stand at the right. */
  readonly numeric: boolean;
  /** Pixels. */
  readonly width: number;
}

/** The groups in which facts are read, in their order. */
export const FACT_GROUPS: readonly DimensionGroup[] = ['visit', 'place', 'source', 'device', 'system', 'screen', 'hardware'];

/** Where facts belong that the catalogue does not name. */
const PLACES: Readonly<Record<string, DimensionGroup>> = { country: 'place', domain: 'visit' };

/** What an operator looks at first; the rest follows in the catalogue's order. */
const FIRST = ['created_at', 'ip', 'country', 'domain', 'url', 'referer', 'entry_url', 'device_type', 'device_model', 'os_name', 'browser_name', 'fingerprint'];

/** Facts beyond the specification's visit record: there when wanted, not in the way. */
const EXTRA = new Set(['id', 'region', 'city', 'title', 'referer_host', 'channel', 'referer_name', 'search_term', 'utm_source', 'utm_medium', 'utm_campaign', 'isp', 'utm_term', 'utm_content', 'click_id_type', 'click_id', 'referer_spam']);

const WIDE = new Set(['url', 'referer', 'entry_url', 'user_agent', 'gpu_renderer', 'uap_result', 'title']);
const WIDTH = 130;

/** Every fact of a visit, in the order of the table. */
export const VISIT_FIELDS: readonly VisitField[] = [...new Set([...FIRST, ...DIMENSIONS.keys()])].map((key) => {
  const dimension = DIMENSIONS.get(key);
  return {
    key,
    title: `field.${key}` as TextKey,
    group: PLACES[key] ?? dimension?.group ?? 'visit',
    hidden: dimension?.hidden === true || EXTRA.has(key),
    numeric: dimension?.kind === 'number',
    width: WIDE.has(key) ? 320 : key === 'created_at' ? 200 : key === 'ip' || key === 'fingerprint' || key === 'domain' ? 170 : WIDTH,
  };
});

/** The fact as text; '' where it is absent. */
export function factText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}
