/**
 * A report as a mail: HTML that mail programs draw (tables, styles in the elements, nothing fetched from anywhere), and the same as text.
 *
 * Invariants: whatever strangers sent is text, in HTML escaped and on one line; every figure of one form is in the other.
 */
import type { AlarmLanguage } from '@footfall/contract';
import { escapeHtml } from '../escape-html.js';
import type { LocalRange } from '../questions/period.js';
import type { Figures, Line } from './figures.js';
import { type Words, WORDS } from './words.js';

/** One site's part. */
export interface Part {
  readonly site: string;
  readonly domain: string;
  readonly period: LocalRange;
  readonly before: LocalRange;
  /** IANA. */
  readonly timeZone: string;
  readonly figures: Figures;
  /** Local text up to which all is stored, where that is not all of the period; '' else. */
  readonly completeTo: string;
  /** Of the site's dashboard; '' when the console's address is not known. */
  readonly link: string;
}

export interface Composed {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Row {
  readonly name: string;
  readonly num: string;
  readonly before: string;
  readonly change: string;
}

interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

const MOST_NAME = 120;
const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,PingFang SC,Microsoft YaHei,sans-serif';
const CELL = 'padding:6px 8px;border-bottom:1px solid #e3e6ea;font-size:14px;line-height:20px';

/** Text of strangers on one line of bounded length. */
const plain = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').trim();
  return line.length > MOST_NAME ? `${line.slice(0, MOST_NAME - 1)}…` : line;
};

const fill = (template: string, values: Readonly<Record<string, string>>): string => template.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? '');

/** First and last day, once where they are the same. */
export function daysOf([from, to]: LocalRange): string {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

function rowOf(words: Words, name: string, num: number, before: number): Row {
  const count = new Intl.NumberFormat(words.locale);
  const share = new Intl.NumberFormat(words.locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const change = before === 0 ? (num === 0 ? '' : words.fresh) : share.format((num - before) / before);
  return { name, num: count.format(num), before: count.format(before), change };
}

function tablesOf({ figures }: Part, words: Words): Table[] {
  const { traffic, trafficBefore, hits, hitsBefore } = figures;
  const list = (title: string, lines: readonly Line[], none: string): Table => ({ title, rows: lines.map(({ key, num, before }) => rowOf(words, key === '' ? none : plain(key), num, before)) });
  return [
    { title: words.figure, rows: [rowOf(words, words.pv, traffic.pv, trafficBefore.pv), rowOf(words, words.uv, traffic.uv, trafficBefore.uv), rowOf(words, words.ip, traffic.ip, trafficBefore.ip), rowOf(words, words.hits, hits, hitsBefore)] },
    list(words.pages, figures.pages, words.unknown),
    list(words.referrers, figures.referrers, words.direct),
    list(words.countries, figures.countries, words.unknown),
    list(words.crawlers, figures.crawlers, words.unknown),
  ];
}

function htmlTable({ title, rows }: Table, words: Words): string {
  const head = (text: string, side: 'left' | 'right') => `<th align="${side}" style="${CELL};color:#5c6470;font-weight:600;text-align:${side}">${escapeHtml(text)}</th>`;
  const number = (text: string) => `<td align="right" style="${CELL};text-align:right;white-space:nowrap">${escapeHtml(text)}</td>`;
  const body = rows.map(({ name, num, before, change }) => `<tr><td style="${CELL};word-break:break-word;overflow-wrap:anywhere">${escapeHtml(name)}</td>${number(num)}${number(before)}${number(change)}</tr>`).join('\n');
  const empty = `<tr><td colspan="4" style="${CELL};color:#5c6470">${escapeHtml(words.nothing)}</td></tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 20px;${FONT}">
<tr>${head(title, 'left')}${head(words.now, 'right')}${head(words.before, 'right')}${head(words.change, 'right')}</tr>
${rows.length === 0 ? empty : body}
</table>`;
}

function htmlPart(part: Part, words: Words): string {
  const { site, domain, period, before, completeTo, link } = part;
  const missing = completeTo === '' ? '' : `<p style="margin:0 0 12px;padding:8px 12px;background:#fff8e6;border:1px solid #eed9a2;font-size:14px;color:#1f2329">${escapeHtml(fill(words.missing, { time: completeTo }))}</p>`;
  const open = link === '' ? '' : `<p style="margin:0 0 28px;font-size:14px"><a href="${escapeHtml(link)}" style="color:#1668dc">${escapeHtml(words.open)}</a></p>`;
  return `<h2 style="margin:0 0 2px;font-size:18px;line-height:26px;color:#1f2329">${escapeHtml(plain(site))} <span style="font-size:14px;font-weight:normal;color:#5c6470">${escapeHtml(plain(domain))}</span></h2>
<p style="margin:0 0 12px;font-size:14px;color:#5c6470">${escapeHtml(daysOf(period))} · ${escapeHtml(fill(words.compared, { period: daysOf(before) }))}</p>
${missing}${tablesOf(part, words).map((table) => htmlTable(table, words)).join('\n')}${open}`;
}

function textPart(part: Part, words: Words): string {
  const { site, domain, period, before, completeTo, link } = part;
  const line = ({ name, num, before: was, change }: Row): string => `  ${name}: ${num} (${words.before} ${was}${change === '' ? '' : `, ${change}`})`;
  return [
    `${plain(site)} ${plain(domain)}`,
    `${daysOf(period)} · ${fill(words.compared, { period: daysOf(before) })}`,
    ...(completeTo === '' ? [] : [fill(words.missing, { time: completeTo })]),
    ...tablesOf(part, words).flatMap(({ title, rows }) => ['', title, ...(rows.length === 0 ? [`  ${words.nothing}`] : rows.map(line))]),
    ...(link === '' ? [] : ['', link]),
  ].join('\n');
}

/** The mail of a report's parts, of which there is one at least. @param name of the schedule */
export function compose(name: string, language: AlarmLanguage, parts: readonly Part[]): Composed {
  const words = WORDS[language];
  const [first] = parts;
  const period = first === undefined ? '' : daysOf(first.period);
  const foot = fill(words.foot, { name: plain(name), zone: [...new Set(parts.map(({ timeZone }) => timeZone))].join(', ') });
  const subject = plain(fill(words.subject, { sites: parts.map(({ domain }) => domain).join(', '), period }));
  const html = `<!doctype html>
<html lang="${words.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f5f7fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f7fa"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:680px;background:#ffffff"><tr><td style="padding:20px;text-align:left;${FONT}">
${parts.map((part) => htmlPart(part, words)).join('\n')}
<p style="margin:0;font-size:12px;color:#5c6470">${escapeHtml(foot)}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`;
  return { subject, html, text: `${parts.map((part) => textPart(part, words)).join('\n\n\n')}\n\n-- \n${foot}\n` };
}
