/** E-mail to a server on loopback: what arrives, in what order things are said, and that a password is never said in the open. */
import tls from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Said, type Speaker, textOf } from '../../src/alarms/message.js';
import { sendTo } from '../../src/alarms/send.js';
import { CERTIFICATE, type MailReceiver, startMailReceiver } from './mail-receiver.js';

let open: MailReceiver;
let secret: MailReceiver;
beforeAll(async () => {
  [open, secret] = await Promise.all([startMailReceiver(false), startMailReceiver(true)]);
});
afterAll(() => Promise.all([open.close(), secret.close()]));
beforeEach(() => {
  for (const mail of [open, secret]) {
    mail.received.length = 0;
    mail.said.length = 0;
    Object.assign(mail, { offers: [], takes: () => true, knows: (user: string, password: string) => user === 'us er' && password === 'pa:55/word', isMute: false });
  }
  vi.restoreAllMocks();
});

const AT = Date.UTC(2026, 10, 24, 6);
const SPEAKER: Speaker = { language: 'en', domainOf: () => 'shop.example', local: () => '2026-11-24 14:00:00', timeZone: 'Asia/Shanghai', link: 'https://stats.example/alarms' };
const event = (subject: string) => ({ state: 'began', kind: 'crawler_silence', siteId: 1, subject, value: 0, expected: 1_200, beganAt: AT, endedAt: null }) as const;
const SAID: Said = { at: AT, events: [event('Googlebot')] };
const LINE = '▲ Googlebot no longer comes to shop.example: 0 hits, usually 1,200 (since 2026-11-24 14:00)';
const USER = 'us%20er:pa%3A55%2Fword@';

const channel = (url: string, part: object = {}) => ({ kind: 'email', url, secret: '', sender: 'Footfall <footfall@stats.example>', recipients: 'a@shop.example, B <b@shop.example>', ...part }) as const;
const plain = (user = '') => `smtp://${user}127.0.0.1:${open.port}`;
const encrypted = (user = '', host = 'localhost') => `smtps://${user}${host}:${secret.port}`;
const send = (url: string, said = SAID, speaker = SPEAKER, part: object = {}) => sendTo(channel(url, part), said, speaker, true);

/** As with NODE_EXTRA_CA_CERTS, which is read once, when a process starts. */
function trustTheCertificate(): void {
  const { connect } = tls;
  vi.spyOn(tls, 'connect').mockImplementation(((options: tls.ConnectionOptions, listener?: () => void) => connect({ ...options, ca: CERTIFICATE }, listener)) as typeof tls.connect);
}

describe('e-mail', () => {
  it('arrives with all its lines', async () => {
    expect(await send(plain())).toBe('sent');
    expect(open.received).toEqual([{ from: 'footfall@stats.example', to: ['a@shop.example', 'b@shop.example'], subject: `Footfall alarm: ${LINE}`, text: `${LINE}\nhttps://stats.example/alarms`, isEncrypted: false }]);
  });

  it('with a long text is neither cut nor broken', async () => {
    const events = Array.from({ length: 12 }, (_, i) => event(`.爬虫 ${i}`));
    await send(plain(), { at: AT, events }, { ...SPEAKER, language: 'zh' });
    expect(open.received[0]?.text.split('\n')).toEqual([...textOf({ at: AT, events }, { ...SPEAKER, language: 'zh' }).lines]);
    expect(open.received[0]?.subject).toBe(`足迹告警: ${textOf({ at: AT, events }, { ...SPEAKER, language: 'zh' }).lines[0] ?? ''}`);
  });

  it('reaches those whom the server knows, and says that others it does not', async () => {
    open.takes = (to) => to !== 'b@shop.example';
    expect(await send(plain())).toBe('partly');
    expect(open.received.map(({ to }) => to)).toEqual([['a@shop.example']]);
    open.takes = () => false;
    expect(await send(plain())).toBe('refused');
    expect(open.received).toHaveLength(1);
  });

  it('goes nowhere where nobody listens, or inside', async () => {
    expect(await send('smtp://127.0.0.1:1')).toBe('unreachable');
    expect(await sendTo(channel(plain()), SAID, SPEAKER, false)).toBe('forbidden');
    expect(open.received).toEqual([]);
  });

  it('is given up at once when the server is stopped, whatever the other side does', async () => {
    open.isMute = true;
    const stop = new AbortController();
    const sending = sendTo(channel(plain()), SAID, SPEAKER, true, stop.signal);
    setTimeout(() => stop.abort(), 100);
    expect(await sending).toBe('timeout');
  });
});

describe('a password', () => {
  it('is not said to a server that offers no encryption', async () => {
    open.offers = ['AUTH PLAIN LOGIN'];
    expect(await send(plain(USER))).toBe('refused');
    expect(open.said.filter((line) => line.startsWith('AUTH'))).toEqual([]);
    expect(open.received).toEqual([]);
  });

  it.each([['encrypted from the start', () => secret, encrypted], ['encrypted on the way', () => open, (user: string) => plain(user).replace('127.0.0.1', 'localhost')]] as const)('is not said to a server whose certificate nobody trusts, %s', async (_name, mail, url) => {
    mail().offers = ['STARTTLS', 'AUTH PLAIN'];
    expect(await send(url(USER))).not.toBe('sent');
    expect([mail().received, mail().said.filter((line) => line.includes('AUTH'))]).toEqual([[], []]);
  });

  it('is said encrypted from the start', async () => {
    trustTheCertificate();
    secret.offers = ['AUTH PLAIN'];
    expect(await send(encrypted(USER))).toBe('sent');
    expect(secret.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
    expect(secret.said.some((line) => line.startsWith('secret AUTH PLAIN '))).toBe(true);
  });

  it('is said encrypted on the way, and nothing but the greeting before', async () => {
    trustTheCertificate();
    open.offers = ['STARTTLS', 'AUTH PLAIN'];
    expect(await send(plain(USER).replace('127.0.0.1', 'localhost'))).toBe('sent');
    expect(open.said.filter((line) => !line.startsWith('secret '))).toEqual(['EHLO footfall', 'STARTTLS']);
    expect(open.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });

  it('that is wrong is refused', async () => {
    trustTheCertificate();
    secret.offers = ['AUTH PLAIN'];
    expect(await send(encrypted('us%20er:wrong@'))).toBe('refused');
    expect(secret.received).toEqual([]);
  });

  it('goes only to the name in the certificate', async () => {
    trustTheCertificate();
    secret.offers = ['AUTH PLAIN'];
    expect(await send(encrypted(USER, '127.0.0.2').replace('127.0.0.2', '[::ffff:127.0.0.1]'))).not.toBe('sent');
    expect(secret.said).toEqual([]);
  });
});
