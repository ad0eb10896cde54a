/**
 * A long access log in combined layout, made from the short real ones: in each pass the logs are spread over the same four days and
 * merged by time; every pass moves on by four days and shifts the addresses, so that times ascend, lines differ and
 * visitors, agents, pages and referrers stay as mixed as they were. The same arguments give the same bytes.
 * The logs are published under permissive licences (../shared/data/SOURCES.tsv); the file made here is only ever measured with.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { here } from './measure.mjs';

const LOGS = here('../../../shared/data/logs/');
const NAMES = ['elastic_apache_combined.log', 'wtf_apache_combined.log', 'wtf_nginx_combined_saunathinker.log', 'wtf_apache_vhost_combined.log'];
const SPAN = 4 * 86_400_000;
const START = Date.UTC(2020, 0, 1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number) => String(number).padStart(2, '0');

export const hasRealLogs = () => NAMES.every((name) => existsSync(LOGS + name));

function readLog(name) {
  const lines = readFileSync(LOGS + name, 'utf8').split('\n').filter((line) => line !== '').map((line) => {
    const [, ip, who, day, month, year, clock, rest] = /^(?:\S+:\d+ )?(\S+) (\S+ \S+) \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) [+-]\d{4}\] (.*)$/u.exec(line) ?? [];
    return { ip, who, rest, at: Date.parse(`${year}-${two(MONTHS.indexOf(month) + 1)}-${day}T${clock}Z`) };
  });
  const from = Math.min(...lines.map(({ at }) => at));
  const length = Math.max(...lines.map(({ at }) => at)) - from + 1;
  return lines.map((line) => ({ ...line, offset: Math.floor(((line.at - from) / length) * (SPAN / 1000)) * 1000 }));
}

/** The address of a pass: of IPv4 the middle octets move, so that the countries are mixed; others stay. */
function shifted(ip, pass) {
  const octets = ip.split('.');
  if (octets.length !== 4) return ip;
  const [a, b, c, d] = octets.map(Number);
  return `${a}.${(b + pass * 7) % 256}.${(c + pass * 13) % 256}.${d}`;
}

/** Writes `count` lines to `file`. */
export async function writeLongLog(file, count) {
  const lines = NAMES.flatMap(readLog).toSorted((one, other) => one.offset - other.offset);
  const out = createWriteStream(file);
  let written = 0;
  for (let pass = 0; written < count; pass += 1) {
    let text = '';
    for (const { ip, who, rest, offset } of lines) {
      if (written === count) break;
      const at = new Date(START + pass * SPAN + offset);
      const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
      text += `${shifted(ip, pass)} ${who} [${day}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000] ${rest}\n`;
      written += 1;
    }
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
