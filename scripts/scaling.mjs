/**
 * What an installation of so many visits needs, worked out from the figures of `npm run bench sizing` as they stand in docs/performance.md,
 * all of one machine. The formulas and what they assume: docs/scaling.md, whose tables this prints. Prices are the operator's own.
 *
 *   node scripts/scaling.mjs [--visits 1e9]... [--months 13] [--replicas 2] [--largest 0.2] [--peak 4] [--seconds 5] [--cores 32] [--disk 4] [--half 0.5]
 *     [--price-server 1000] [--price-core 20] [--price-terabyte 100] [--price-traffic 10]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './setup/run.mjs';

const DEFAULTS = {
  months: 13, replicas: 2, largest: 0.2, peak: 4, seconds: 5, cores: 32, disk: 4, half: 0.5,
  'price-server': 1_000, 'price-core': 20, 'price-terabyte': 100, 'price-traffic': 10,
};
const { values } = parseArgs({
  options: {
    visits: { type: 'string', multiple: true, default: ['1e9', '2e9', '5e9', '10e9'] },
    ...Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: String(value) }])),
  },
});
/** The number of an option: above 0. */
function option(name, text = values[name]) {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) {
    process.stderr.write(`--${name} has to be a number above 0, not ${text}\n`);
    process.exit(2);
  }
  return value;
}
const { months, replicas, largest, peak, seconds, cores, disk, half, ...prices } = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, option(name)]));

const measured = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8').split('\n## Sizing: ')[1]?.split('\n## ')[0] ?? '';
/** The number in a cell of the row that begins with `row`; cells are counted from 1. */
function figure(row, cell = 1) {
  const line = measured.split('\n').find((text) => text.startsWith(`| ${row} |`));
  const value = Number(line?.split('|')[cell + 1]?.trim().replaceAll(',', ''));
  if (!Number.isFinite(value) || value <= 0) throw new Error(`docs/performance.md has no figure ${cell} in the row "${row}" of its section on sizing`);
  return value;
}

const [MEGA, GIGA, TERA] = [1e6, 1e9, 1e12];
const MONTH = 30 * 86_400;
/** Days that "by day, 31 days, compared" reads. */
const DAYS = 62;
/** Seconds of a core. */
const collect = figure('collector, µs of processor') / MEGA;
const store = (figure('store, µs of processor') + figure('store, merged once more, µs')) / MEGA;
const [read, readAll] = ['by day, 31 days, compared', 'all time'].map((row) => figure(row, 3) / MEGA);
const [wireBytes, journalBytes, textBytes, columnBytes] = ['as a browser sends it, bytes', 'in the journal, bytes', 'to a server, as text, bytes', 'between servers, as columns, bytes'].map((row) => figure(row));
const storedBytes = figure('stored, bytes') + figure('hits, events and ledger beside it, bytes');

function sized(visits) {
  const average = visits / MONTH;
  const highest = average * peak;
  const copy = visits * months * storedBytes;
  const asking = ((visits * largest * DAYS) / 30) * read / seconds;
  const askingAll = visits * largest * months * readAll / seconds;
  const collecting = highest * collect / half;
  const storing = highest * store * replicas / half;
  const shards = Math.max(1, Math.ceil(copy / (disk * TERA)), Math.ceil((asking + storing / replicas) / cores));
  const servers = shards * replicas;
  const between = highest * columnBytes * ((shards - 1) / shards + replicas - 1);
  const traffic = (between / peak) * MONTH / TERA;
  const cost = servers * prices['price-server'] + collecting * prices['price-core'] + (copy * replicas / TERA) * prices['price-terabyte'] + traffic * prices['price-traffic'];
  return {
    average, highest, shards, servers, collecting, storing, copy, asking, askingAll, between, traffic, cost,
    incoming: highest * wireBytes, journal: highest * journalBytes * 3_600, all: copy * replicas, toServers: highest * textBytes,
  };
}

const sizes = values.visits.map((text) => option('visits', text)).map((visits) => [visits, sized(visits)]);
const whole = (value) => Math.round(value).toLocaleString('en');
const up = (value) => Math.ceil(value - 1e-9).toLocaleString('en');
const tenths = (value) => value.toFixed(1);
const hundredths = (value) => value.toFixed(2);
const ROWS = [
  { name: 'visits a second, on average', tell: ({ average }) => whole(average) },
  { name: `in the highest hour (times ${peak})`, tell: ({ highest }) => whole(highest) },
  { name: 'MB a second of beacons, in the highest hour', tell: ({ incoming }) => tenths(incoming / MEGA) },
  { name: `cores of collectors, busy to ${half * 100} %`, tell: ({ collecting }) => up(collecting) },
  { name: 'GB of journal that an hour without a store fills', tell: ({ journal }) => whole(journal / GIGA) },
  { name: 'MB a second, collectors to servers', tell: ({ toServers }) => tenths(toServers / MEGA) },
  { name: 'MB a second, between servers', tell: ({ between }) => tenths(between / MEGA) },
  { name: `cores that store, all ${replicas} replicas, busy to ${half * 100} %`, tell: ({ storing }) => up(storing) },
  { name: 'billions of rows, one copy', tell: ({ copy }) => whole(copy / storedBytes / GIGA) },
  { name: `TB of one copy, ${months} months`, tell: ({ copy }) => hundredths(copy / TERA) },
  { name: `TB of ${replicas} copies`, tell: ({ all }) => hundredths(all / TERA) },
  { name: `cores for ${DAYS} days of a site with ${largest * 100} % in ${seconds} s`, tell: ({ asking }) => up(asking) },
  { name: `cores for all ${months} months of it in ${seconds} s`, tell: ({ askingAll }) => up(askingAll) },
  { name: `shards, of ${cores} cores and ${disk} TB`, tell: ({ shards }) => up(shards) },
  { name: 'servers', tell: ({ servers }) => up(servers) },
  { name: 'TB a month between servers', tell: ({ traffic }) => tenths(traffic) },
  { name: 'cost a month, with the prices above', tell: ({ cost }) => whole(cost) },
];
process.stdout.write(`microseconds of a core: ${tenths(collect * MEGA)} to take a visit, ${tenths(store * MEGA)} to store it, ${(read * MEGA).toFixed(3)} to read a row, ${(readAll * MEGA).toFixed(3)} over all time; bytes of a visit: journal ${journalBytes}, to a server ${textBytes}, between servers ${columnBytes}, stored ${tenths(storedBytes)}\n`);
process.stdout.write(`prices a month, in any money: a server ${prices['price-server']}, a core of a collector ${prices['price-core']}, a TB of disk ${prices['price-terabyte']}, a TB between servers ${prices['price-traffic']}\n\n`);
process.stdout.write(`| visits a month | ${sizes.map(([visits]) => whole(visits)).join(' | ')} |\n|---|${sizes.map(() => '---').join('|')}|\n`);
for (const { name, tell } of ROWS) process.stdout.write(`| ${name} | ${sizes.map(([, size]) => tell(size)).join(' | ')} |\n`);
