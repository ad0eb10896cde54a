/** What was measured of stores of several sizes, as text: the largest store's figures beside those of the smallest, and the bars. */
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { median, quantile, table } from './measure.mjs';
import { SITE_SHARES } from './scale-visits.mjs';

const BAR = { ratio: 1.5, panel: 300, crowded: 1_000, bytes: 60, idle: 400, work: 1_024, start: 2 };
/** Columns shown of what a visit costs. */
const COLUMNS = 24;

const ms = (value) => (value === undefined || Number.isNaN(value) ? 'failed' : value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));
const mib = (bytes) => Math.round(bytes / 1_048_576).toLocaleString('en');
/** Of it what is not a part of a file. */
const rested = ({ all, files }) => `${mib(all)} (${mib(all - files)})`;
const short = (count) => (count >= 1e6 ? `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 1)}M` : count >= 1e3 ? `${Math.round(count / 1e3)}k` : String(count));
const share = (sizes) => ((sizes[0] * SITE_SHARES[0]) / (sizes.at(-1) * SITE_SHARES.at(-1))).toFixed(2);
const verdict = (value, bar) => (value <= bar ? 'met' : 'missed');

function machine() {
  const [first] = cpus();
  const os = /^PRETTY_NAME="(.*)"$/mu.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux';
  return `${cpus().length} cores (${first?.model ?? 'unknown'}), ${mib(totalmem())} MiB, ${os}, Linux ${release()}, Node ${process.version}`;
}

/** Times of the largest store's smallest site to those of the smallest store's largest; '' where it was not asked. */
const alike = (took, before) => (took.length === 0 ? '' : (median(took) / before).toFixed(2));

/** A row for each question: cold, warm at the smallest and the largest size, their ratio, and with users at once. */
function questionRows(questions, { stores }) {
  const [small, large] = [stores[0], stores.at(-1)];
  return questions.map(({ screen, name, recent, panel }, at) => {
    const [before, now] = [median(small.warm.took[at]), median(large.warm.took[at])];
    const p95 = quantile(large.warm.took[at], 0.95);
    const crowd = large.crowded?.took[at] ?? [];
    const crowded95 = crowd.length === 0 ? undefined : quantile(crowd, 0.95);
    const failed = large.crowded?.failed[at] ?? 0;
    const missed = [
      ...(recent && stores.length > 1 && now / before > BAR.ratio && now - before > 3 ? ['ratio'] : []),
      ...(panel && !(p95 <= BAR.panel) ? ['p95'] : []),
      ...(panel && crowded95 !== undefined && !(crowded95 <= BAR.crowded) ? ['users'] : []),
    ];
    const bars = recent || panel ? (missed.length === 0 ? 'met' : `missed: ${missed.join(', ')}`) : '';
    return [`${screen}: ${name}`, short(large.rows[at]), ms(large.cold[at]), ms(before), ms(now), ms(p95), (now / before).toFixed(2), alike(large.warm.like[at], before), crowd.length === 0 ? '' : ms(median(crowd)), crowd.length === 0 ? '' : `${ms(crowded95)}${failed > 0 ? ` (${failed} failed)` : ''}`, bars];
  });
}

/** @returns the whole report */
export function scaleReport(questions, results) {
  const { sizes, stores, storage, batches, starts, users, rate, dropped } = results;
  const names = sizes.map(short);
  const rows = questionRows(questions, results);
  const missed = rows.filter((row) => row.at(-1).startsWith('missed')).length;
  const judged = rows.filter((row) => row.at(-1) !== '').length;
  const head = ['question', `rows ${names.at(-1)}`, `cold ${names.at(-1)}`, `warm ${names[0]}`, `warm ${names.at(-1)}`, 'p95', 'ratio', 'of a small site', `${users.users} users`, 'p95', 'bars'];
  const largest = storage.at(-1);
  const perVisit = (bytes) => (bytes / largest.visits).toFixed(2);
  const named = [...largest.columns, ...largest.indexes.map(({ name, bytes }) => ({ name: `${name} (index)`, bytes }))].toSorted((a, b) => b.bytes - a.bytes);
  const rest = named.slice(COLUMNS).reduce((sum, { bytes }) => sum + bytes, 0);
  const size = table([
    ['', ...names, 'bar'],
    ['visits', ...storage.map(({ visits }) => visits.toLocaleString('en')), ''],
    ['bytes on disk per visit', ...storage.map(({ bytes, visits }) => (bytes / visits).toFixed(1)), `${BAR.bytes}`],
    ['of those, the batch and where rows were first written', ...storage.map(({ written }) => (Number.isFinite(written) ? written.toFixed(1) : '')), ''],
    ...Object.keys(largest.rolled).map((name) => [`bytes of \`${name}\` per visit`, ...storage.map(({ rolled, visits }) => ((rolled[name] ?? 0) / visits).toFixed(2)), '']),
    ['parts', ...storage.map(({ parts }) => parts), ''],
    [`start to ready, ms (empty: ${ms(starts.empty)})`, ...starts.stores.map(ms), `${ms(starts.empty * BAR.start)}`],
    ['memory at rest after the start, MiB (without parts of files)', ...stores.map(({ warm }) => rested(warm.idle)), `${BAR.idle}`],
    ['memory at most, one user, MiB', ...stores.map(({ warm }) => mib(warm.peak)), `${BAR.work}`],
    ['memory at rest after that, MiB (without parts of files)', ...stores.map(({ warm }) => rested(warm.after)), `${BAR.idle}`],
    [`memory at most, ${users.users} users, MiB`, ...stores.map(({ crowded }) => (crowded ? mib(crowded.peak) : '')), `${BAR.work}`],
    [`visits a second meanwhile, of ${rate.toLocaleString('en')} (failed)`, ...stores.map(({ crowded }) => (crowded ? `${crowded.visits.rate.toLocaleString('en')} (${crowded.visits.failed})` : '')), ''],
    ['p99 of those, ms', ...stores.map(({ crowded }) => (crowded ? ms(crowded.visits.p99) : '')), ''],
  ]);
  return [
    `\n${machine()}`,
    `questions in milliseconds; cold: ${dropped ? 'caches of files emptied, ' : ''}first time asked of a process; warm: medians of one user, worked out anew each time; ${users.users} users: each opens a screen, reads it for ${users.reading} s, goes on, counted after ${users.settling} s, while ${rate.toLocaleString('en')} visits/s come in`,
    `bars: warm p95 of panels ${BAR.panel} ms, with users ${BAR.crowded} ms; of today or 7 days ${names.at(-1)} at most ${BAR.ratio} times ${names[0]} (or 3 ms more)`,
    `of a small site: the time of the smallest site at ${names.at(-1)} to that of the largest at ${names[0]}, which has ${share(sizes)} times its visits: what history and other sites cost, and what visits do not`,
    table([head, ...rows]),
    `${judged - missed} of ${judged} within their bars`,
    `\n${size}`,
    `\nbytes per visit at ${names.at(-1)}: ${named.slice(0, COLUMNS).map(({ name, bytes }) => `${name} ${perVisit(bytes)}`).join(', ')}, all others ${perVisit(rest)}; ${verdict(largest.bytes / largest.visits, BAR.bytes)}`,
    `bytes on disk per visit of ${batches.visits.toLocaleString('en')} that came in ${batches.batch} at a time, in one part: ${(batches.bytes / batches.visits).toFixed(1)}, of those the batch and where rows were first written ${batches.written.toFixed(1)}; ${verdict(batches.bytes / batches.visits, BAR.bytes)}`,
    '',
  ].join('\n');
}
