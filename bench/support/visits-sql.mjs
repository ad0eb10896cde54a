/**
 * Visits made inside the store, for a size that no tracker could bring in for a benchmark: 90 days up to now, twenty
 * sites of which the first has half, six views a visitor, pages and referrers with a few favourites, some hundred devices.
 */
import { fingerprintSql, identified } from './visitor-sql.mjs';
import { insertVisits } from './visits-insert.mjs';

const DAYS = 90;
const CHUNK = 1_000_000;

const pick = (list, seed) => `[${list.map((one) => `'${one}'`).join(', ')}][1 + intHash32(number + ${seed}) % ${list.length}]`;
const skewed = (count, seed) => `toUInt32(pow(intHash32(number + ${seed}) / 4294967296., 3) * ${count})`;

const COLUMNS = {
  batch_id: '0',
  id: 'intHash64(number + 7)',
  site_id: 'multiIf(intHash32(number + 1) % 100 < 50, 1, intHash32(number + 1) % 100 < 70, 2, 3 + intHash32(number + 21) % 18)',
  created_at: `now64(3, 'UTC') - toIntervalMillisecond(toUInt64(intHash64(number + 2) % ${DAYS * 86_400_000}))`,
  received_at: 'created_at',
  source: "'tracker'",
  visitor: 'intHash64(intDiv(toUInt64(intHash64(number + 3)), 64) % {visitors})',
  session_id: 'bitXor(visitor, toUInt64(toStartOfHour(created_at)))',
  ip: "toIPv6(concat('::ffff:', IPv4NumToString(toUInt32(16777216 + visitor % 3000000000))))",
  country_code: pick(['CN', 'CN', 'CN', 'US', 'ES', 'JP', 'DE', 'BR', 'IN', 'FR'], 4),
  url: `concat('https://site', toString(site_id), '.bench.example/articles/', toString(${skewed(2_000, 5)}), '/a-title-of-honest-length')`,
  entry_url: `concat('https://site', toString(site_id), '.bench.example/articles/', toString(${skewed(2_000, 6)}), '/a-title-of-honest-length')`,
  title: "'A title of honest length'",
  channel: pick(['direct', 'direct', 'search', 'search', 'social', 'link'], 8),
  referer_name: `if(channel = 'search', ${pick(['Google', 'Baidu', 'Bing'], 9)}, '')`,
  referer: `multiIf(channel = 'direct', '', channel = 'search', 'https://www.google.com/', concat('https://blog', toString(${skewed(500, 10)}), '.example/post'))`,
  user_agent: "concat('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', toString(120 + visitor % 26), '.0.0.0 Safari/537.36')",
  browser_name: pick(['Chrome', 'Chrome', 'Chrome', 'Mobile Safari', 'Edge', 'Firefox', 'Samsung Internet'], 11),
  os_name: pick(['Windows', 'Android', 'iOS', 'macOS'], 12),
  device_type: pick(['desktop', 'mobile', 'mobile', 'tablet'], 13),
  browser_version: 'toString(120 + visitor % 26)',
  os_version: 'toString(visitor % 9)',
  platform: pick(['Win32', 'Linux armv8l', 'iPhone', 'MacIntel'], 12),
  device_vendor: pick(['', 'Xiaomi', 'Apple', 'Samsung'], 12),
  device_model: "if(visitor % 3 = 0, '', concat('Model ', toString(visitor % 60)))",
  gpu_vendor: pick(['NVIDIA', 'Qualcomm', 'Apple', 'Intel'], 12),
  gpu_renderer: "concat('Renderer ', toString(visitor % 40))",
  cpu_cores: '4 + visitor % 3 * 4',
  ram: 'if(visitor % 4 = 0, NULL, 2 + visitor % 3 * 2)',
  screen_width: '1280 + visitor % 5 * 160',
  screen_height: '720 + visitor % 5 * 90',
  device_pixel_ratio: '1 + visitor % 3',
  max_touch_points: 'visitor % 6',
  referer_host: "multiIf(channel = 'direct', '', channel = 'search', 'www.google.com', 'blog.example')",
  city: "concat('City ', toString(visitor % 300))",
  language: "'en-US'",
  timezone: "'Europe/Madrid'",
  fingerprint: fingerprintSql('visitor'),
};

/** Fills the visits table up to `rows`, from `start` on. */
export async function fillVisits(bare, start, rows) {
  const names = Object.keys(COLUMNS);
  for (let from = start; from < rows; from += CHUNK) {
    const count = Math.min(CHUNK, rows - from);
    const select = names.map((name) => `${COLUMNS[name].replace('{visitors}', String(Math.max(1, Math.round(rows / 6))))} AS ${name}`).join(', ');
    await bare.run(insertVisits(identified(`SELECT ${select} FROM numbers(${from}, ${count})`), names, 'max_insert_threads = 2, max_block_size = 8192'), 'Null');
  }
}
