/** What a column holds, which decides the operators that make sense for it. */
export type DimensionKind = 'text' | 'number' | 'flag' | 'time' | 'address' | 'id';

export type DimensionGroup = 'visit' | 'place' | 'source' | 'device' | 'system' | 'screen' | 'hardware';

/** A column that visits can be listed, filtered, sorted or grouped by. `sql` is the only text that names the column. */
export interface Dimension {
  readonly id: string;
  readonly sql: string;
  readonly kind: DimensionKind;
  readonly group: DimensionGroup;
  /** Not shown in the device report until chosen. Source: specification 1, section 2, "Column chooser". */
  readonly hidden?: true;
}

const text = (group: DimensionGroup, id: string, hidden?: true): Dimension => ({ id, sql: id, kind: 'text', group, ...(hidden ? { hidden } : {}) });
const number = (group: DimensionGroup, id: string, hidden?: true): Dimension => ({ id, sql: id, kind: 'number', group, ...(hidden ? { hidden } : {}) });
const flag = (group: DimensionGroup, id: string, hidden?: true): Dimension => ({ id, sql: id, kind: 'flag', group, ...(hidden ? { hidden } : {}) });

const list: readonly Dimension[] = [
  { id: 'id', sql: 'id', kind: 'id', group: 'visit' },
  { id: 'created_at', sql: 'created_at', kind: 'time', group: 'visit' },
  { id: 'ip', sql: 'ip', kind: 'address', group: 'visit' },
  text('place', 'country_code', true),
  text('place', 'region'),
  text('place', 'city'),
  text('place', 'isp'),
  text('visit', 'url'),
  text('visit', 'title'),
  text('visit', 'entry_url'),
  text('source', 'referer'),
  text('source', 'referer_host'),
  text('source', 'channel'),
  text('source', 'referer_name'),
  text('source', 'search_term'),
  text('source', 'utm_source'),
  text('source', 'utm_medium'),
  text('source', 'utm_campaign'),
  text('source', 'utm_term'),
  text('source', 'utm_content'),
  text('source', 'click_id_type'),
  text('source', 'click_id'),
  flag('source', 'referer_spam'),
  text('device', 'user_agent', true),
  text('device', 'platform'),
  text('device', 'device_type'),
  text('device', 'device_vendor'),
  text('device', 'device_model'),
  text('system', 'os_name'),
  text('system', 'os_version'),
  text('system', 'browser_name'),
  text('system', 'browser_version'),
  text('system', 'engine_name'),
  text('system', 'engine_version'),
  text('system', 'language'),
  text('system', 'languages'),
  text('system', 'timezone'),
  number('hardware', 'cpu_cores'),
  text('hardware', 'cpu_architecture'),
  number('hardware', 'ram'),
  text('hardware', 'gpu_renderer', true),
  text('hardware', 'gpu_vendor'),
  flag('hardware', 'is_charging', true),
  number('hardware', 'battery_level', true),
  text('hardware', 'connection_type'),
  number('screen', 'screen_width'),
  number('screen', 'screen_height'),
  number('screen', 'avail_width'),
  number('screen', 'avail_height'),
  text('screen', 'screen_resolution'),
  number('screen', 'device_pixel_ratio'),
  number('screen', 'max_touch_points'),
  text('visit', 'uap_result', true),
  flag('visit', 'is_bot', true),
  text('visit', 'bot_reason', true),
  text('visit', 'fingerprint'),
];

export const DIMENSIONS: ReadonlyMap<string, Dimension> = new Map(list.map((dimension) => [dimension.id, dimension]));
