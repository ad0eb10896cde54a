/** A message in the forms that each kind of channel takes. */
import { createHmac } from 'node:crypto';
import type { AlarmChannelKind, AlarmLanguage } from '@footfall/contract';
import type { AlarmEvent } from '../metadata/alarms.js';
import { WORDS } from './words.js';

/** What is to be said: events, or none of them for a test. */
export interface Said {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly events: readonly AlarmEvent[] | 'test';
}

/** What the words need to know of this installation. */
export interface Speaker {
  readonly language: AlarmLanguage;
  /** Domain of a site, '' when it is gone. */
  readonly domainOf: (siteId: number) => string;
  /** Local text of an instant. */
  readonly local: (at: number) => string;
  readonly timeZone: string;
  /** Of the console; '' when it is not known. */
  readonly link: string;
}

/** Lines of one message; what is beyond is counted. WeCom takes 2,048 bytes of text. */
const MOST_LINES = 12;

/** Text of strangers on one line of bounded length. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').slice(0, 80);

function lineOf(event: AlarmEvent, { language, domainOf, local }: Speaker): string {
  const words = WORDS[language];
  const number = new Intl.NumberFormat(words.locale);
  const values: Readonly<Record<string, string>> = { site: plain(domainOf(event.siteId)), subject: plain(event.subject), value: number.format(event.value), expected: number.format(event.expected) };
  const said = words[event.state][event.kind].replaceAll(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? '');
  return `${event.state === 'began' ? '▲' : '✓'} ${said} (${words.since.replace('{time}', local(event.beganAt).slice(0, 16))})`;
}

/** The message in words: a title and its lines. */
export function textOf({ events }: Said, speaker: Speaker): { readonly title: string; readonly lines: readonly string[] } {
  const words = WORDS[speaker.language];
  const link = speaker.link === '' ? [] : [speaker.link];
  if (events === 'test') return { title: words.title, lines: [words.test, ...link] };
  const over = events.length - MOST_LINES;
  return { title: words.title, lines: [...events.slice(0, MOST_LINES).map((event) => lineOf(event, speaker)), ...(over > 0 ? [words.more.replace('{num}', String(over))] : []), ...link] };
}

function plainJson({ at, events }: Said, { domainOf, timeZone }: Speaker): object {
  const iso = (time: number): string => new Date(time).toISOString();
  return {
    version: 1, at: iso(at), time_zone: timeZone, test: events === 'test',
    events: (events === 'test' ? [] : events).map(({ state, kind, siteId, subject, value, expected, beganAt, endedAt }) => ({ state, kind, site: domainOf(siteId), subject, value, expected, began_at: iso(beganAt), ended_at: endedAt === null ? null : iso(endedAt) })),
  };
}

/** Slack reads `<!channel>` and `<url|text>` as more than text. Source: Slack's own rule for escaping. */
const slackText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const signature = (key: string, data: string): string => createHmac('sha256', key).update(data).digest('base64');

/**
 * What is posted, and to which address: DingTalk wants its signature there, Feishu in the body.
 * @param now milliseconds UTC, which the signature is made for
 */
export function requestOf(kind: Exclude<AlarmChannelKind, 'email'>, channel: { readonly url: string; readonly secret: string }, said: Said, speaker: Speaker, now: number): { readonly url: string; readonly body: string } {
  const { title, lines } = textOf(said, speaker);
  const text = [title, ...lines].join('\n');
  const { url, secret } = channel;
  if (kind === 'json') return { url, body: JSON.stringify(plainJson(said, speaker)) };
  if (kind === 'slack') return { url, body: JSON.stringify({ text: slackText(text) }) };
  if (kind === 'feishu') {
    const timestamp = String(Math.floor(now / 1_000));
    return { url, body: JSON.stringify({ ...(secret === '' ? {} : { timestamp, sign: signature(`${timestamp}\n${secret}`, '') }), msg_type: 'text', content: { text } }) };
  }
  const body = JSON.stringify({ msgtype: 'text', text: { content: text } });
  if (kind === 'wecom' || secret === '') return { url, body };
  const signed = new URL(url);
  signed.searchParams.set('timestamp', String(now));
  signed.searchParams.set('sign', signature(secret, `${now}\n${secret}`));
  return { url: signed.href, body };
}

/** Whether a service that answers 200 to everything says in its answer that it took the message. */
export function isTaken(kind: AlarmChannelKind, answer: string): boolean {
  if (kind !== 'dingtalk' && kind !== 'wecom' && kind !== 'feishu') return true;
  try {
    const said = JSON.parse(answer) as { errcode?: unknown; code?: unknown; StatusCode?: unknown } | null;
    return kind === 'feishu' ? said?.code === 0 || said?.StatusCode === 0 : said?.errcode === 0;
  } catch {
    return false;
  }
}
