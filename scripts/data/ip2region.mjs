/**
 * Makes packages/server/data/ip2region-ipv4.bin, the places of IPv4 addresses, from a database of ip2region (Apache-2.0):
 *   node scripts/data/ip2region.mjs IP2REGION.XDB SOURCE
 * where SOURCE says which file it is. China keeps province, city and operator; elsewhere the country alone is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const [, , file, source] = process.argv;
if (file === undefined || source === undefined) {
  process.stderr.write('usage: node scripts/data/ip2region.mjs IP2REGION.XDB SOURCE\n');
  process.exit(2);
}
const xdb = readFileSync(file);
const [first, last] = [xdb.readUInt32LE(8), xdb.readUInt32LE(12)];

/** ISO codes by the Chinese names of countries, as the runtime's own data spells them, and as ip2region does where it differs. */
const names = new Intl.DisplayNames(['zh'], { type: 'region', fallback: 'none' });
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codes = new Map();
for (const one of letters) for (const two of letters) {
  const name = names.of(one + two);
  if (name !== undefined && !['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'].includes(one + two) && !codes.has(name)) codes.set(name, one + two);
}
for (const [name, code] of Object.entries({ 阿联酋: 'AE', 孟加拉: 'BD', 多米尼加: 'DO', 波黑: 'BA', 留尼旺: 'RE', 巴勒斯坦: 'PS', 马其顿: 'MK', 刚果金: 'CD', 刚果布: 'CG', 瓜德罗普: 'GP', 多米尼克: 'DM', 中非: 'CF', 沙特阿拉伯: 'SA' })) codes.set(name, code);

/** The data writes a few provinces both ways. */
const PROVINCES = new Set('河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海'.split(' '));

const places = new Map();
const runs = [];
let before = 0;
let held = -1;
for (let at = first; at <= last; at += 14) {
  const start = xdb.readUInt32LE(at);
  const text = xdb.toString('utf8', xdb.readUInt32LE(at + 10), xdb.readUInt32LE(at + 10) + xdb.readUInt16LE(at + 8));
  const [land, , region, city, operator] = text.split('|').map((part) => (part === '0' ? '' : part));
  const special = { 香港: 'HK', 澳门: 'MO', 台湾省: 'TW', 台湾: 'TW' }[land === '中国' ? region : ''];
  const code = special ?? codes.get(land) ?? '';
  const province = PROVINCES.has(region) ? `${region}省` : region;
  const key = code === 'CN' || special !== undefined ? [code, special === undefined ? province : '', city, operator].join('|') : code;
  if (!places.has(key)) places.set(key, places.size);
  const place = places.get(key);
  if (place === held) continue;
  runs.push(start - before, place);
  before = start;
  held = place;
}
const bytes = [];
for (let value of runs) {
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  bytes.push(value);
}
const header = Buffer.from(`${JSON.stringify({ source, runs: runs.length / 2, places: [...places.keys()] })}\n`);
const packed = brotliCompressSync(Buffer.concat([header, Buffer.from(bytes)]), { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
writeFileSync(fileURLToPath(new URL('../../packages/server/data/ip2region-ipv4.bin', import.meta.url)), packed);
process.stdout.write(`${runs.length / 2} runs, ${places.size} places, ${packed.length} bytes\n`);
