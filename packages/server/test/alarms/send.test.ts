/** What channels receive, and what may not be reached, by servers on loopback. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlarmChannelKind } from '@footfall/contract';
import { isTaken, textOf, type Said, type Speaker } from '../../src/alarms/message.js';
import { addressOf, isPrivate } from '../../src/outbound/private-addresses.js';
import { sendTo } from '../../src/alarms/send.js';
import { post } from '../../src/alarms/webhook.js';
import { type Receiver, startReceiver } from './servers.js';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
const usual = (response: Parameters<Receiver['answer']>[0]) => void response.end('{"errcode":0,"code":0}');
beforeEach(() => {
  receiver.received.length = 0;
});
afterEach(() => {
  receiver.answer = usual;
});

const AT = Date.UTC(2026, 10, 24, 6);
const SPEAKER: Speaker = { language: 'en', domainOf: () => 'shop.example', local: () => '2026-11-24 14:00:00', timeZone: 'Asia/Shanghai', link: 'https://stats.example/alarms' };
const event = (subject: string) => ({ state: 'began', kind: 'crawler_silence', siteId: 1, subject, value: 0, expected: 1_200, beganAt: AT, endedAt: null }) as const;
const SAID: Said = { at: AT, events: [event('Googlebot')] };
const LINE = '▲ Googlebot no longer comes to shop.example: 0 hits, usually 1,200 (since 2026-11-24 14:00)';
const TEXT = `Footfall alarm\n${LINE}\nhttps://stats.example/alarms`;
const channel = (kind: AlarmChannelKind, part: object = {}) => ({ kind, url: `${receiver.url}/hook?token=t0ken`, secret: '', sender: '', recipients: '', ...part });
const body = (): unknown => JSON.parse(receiver.received[0]?.body ?? 'null');

describe('a webhook', () => {
  it.each([
    ['dingtalk', { msgtype: 'text', text: { content: TEXT } }],
    ['wecom', { msgtype: 'text', text: { content: TEXT } }],
    ['feishu', { msg_type: 'text', content: { text: TEXT } }],
    ['slack', { text: TEXT }],
    ['json', { version: 1, at: '2026-11-24T06:00:00.000Z', time_zone: 'Asia/Shanghai', test: false, events: [{ state: 'began', kind: 'crawler_silence', site: 'shop.example', subject: 'Googlebot', value: 0, expected: 1_200, began_at: '2026-11-24T06:00:00.000Z', ended_at: null }] }],
  ] as const)('%s gets its own form', async (kind, expected) => {
    expect(await sendTo(channel(kind), SAID, SPEAKER, true)).toBe('sent');
    expect([receiver.received.length, receiver.received[0]?.path, receiver.received[0]?.headers['content-type']]).toEqual([1, '/hook?token=t0ken', 'application/json; charset=utf-8']);
    expect(body()).toEqual(expected);
  });

  it('is signed where the robot asks for it', async () => {
    await sendTo(channel('dingtalk', { secret: 'SEC1' }), SAID, SPEAKER, true);
    const { searchParams } = new URL(receiver.url + (receiver.received[0]?.path ?? ''));
    const stamp = searchParams.get('timestamp') ?? '';
    expect(searchParams.get('sign')).toBe(createHmac('sha256', 'SEC1').update(`${stamp}\nSEC1`).digest('base64'));
    expect(searchParams.get('token')).toBe('t0ken');
    receiver.received.length = 0;
    await sendTo(channel('feishu', { secret: 'SEC2' }), SAID, SPEAKER, true);
    const { timestamp, sign } = body() as { timestamp: string; sign: string };
    expect(sign).toBe(createHmac('sha256', `${timestamp}\nSEC2`).update('').digest('base64'));
  });

  it('that answers 200 and takes nothing has refused', async () => {
    receiver.answer = (response) => void response.end('{"errcode":310000,"errmsg":"keywords not in content"}');
    expect(await sendTo(channel('dingtalk'), SAID, SPEAKER, true)).toBe('refused');
    expect([isTaken('feishu', '{"code":19001}'), isTaken('feishu', '{"StatusCode":0}'), isTaken('wecom', 'not json'), isTaken('wecom', 'null'), isTaken('json', '')]).toEqual([false, true, false, false, true]);
  });

  it.each([[500, 'refused'], [404, 'refused'], [302, 'redirect'], [204, 'sent']] as const)('answers %i: %s', async (status, state) => {
    receiver.answer = (response) => void response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end();
    expect(await post(`${receiver.url}/hook`, '{}', { allowPrivate: true, taken: () => true })).toBe(state);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('that never ends, or never begins, to answer is not waited for', async () => {
    receiver.answer = (response) => {
      const pour = setInterval(() => response.write('x'.repeat(8_192)), 1);
      response.on('close', () => clearInterval(pour));
    };
    let answered = 0;
    expect(await post(receiver.url, '{}', { allowPrivate: true, taken: (answer) => (answered = answer.length) > 0 })).toBe('sent');
    expect(answered).toBe(65_536);
    receiver.answer = () => undefined;
    expect(await post(receiver.url, '{}', { allowPrivate: true, taken: () => true, timeoutMs: 200 })).toBe('timeout');
    expect(await post('http://127.0.0.1:1/', '{}', { allowPrivate: true, taken: () => true })).toBe('unreachable');
  });

  it.each(['http://127.0.0.1:80/', 'http://localhost/', 'http://0x7f.1/', 'http://2130706433/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/', 'http://169.254.169.254/latest/', 'http://10.1.2.3/', 'http://192.168.0.1/', 'http://172.31.255.255/', 'http://100.64.0.1/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://0.0.0.0/', 'http://[64:ff9b::7f00:1]/', 'ftp://example.com/', 'file:///etc/passwd', 'no address'])('%s is not asked', async (url) => {
    expect(await post(url, '{}', { allowPrivate: false, taken: () => true })).toBe('forbidden');
  });

  it('the check is of addresses, not of names', async () => {
    expect(['8.8.8.8', '2606:4700::1111', '172.32.0.1', '::ffff:8.8.8.8'].map(isPrivate)).toEqual([false, false, false, false]);
    expect(await addressOf('[::1]', true, new AbortController().signal)).toEqual({ address: '::1', family: 6 });
    await expect(addressOf('localhost', false, new AbortController().signal)).rejects.toThrow('private');
    // However long a name server takes, nobody waits for it who was told to stop.
    const stop = new AbortController();
    const asking = addressOf('nobody.invalid', false, stop.signal);
    stop.abort();
    await expect(asking).rejects.toThrow('out of time');
  });
});

describe('a message', () => {
  it('holds strangers’ text as one line of text, and as many lines as fit', async () => {
    const events = Array.from({ length: 20 }, (_, i) => event(`<!channel> *bot*\n\u202e${i}${'x'.repeat(200)}`));
    const { lines } = textOf({ at: AT, events }, SPEAKER);
    expect([lines.length, lines[12], lines.every((line) => !/[\n\u202e]/u.test(line) && line.length < 250)]).toEqual([14, 'and 8 more', true]);
    await sendTo(channel('slack'), { at: AT, events }, SPEAKER, true);
    expect((body() as { text: string }).text).toContain('&lt;!channel&gt;');
  });

  it('of four languages says the same', () => {
    for (const language of ['zh', 'en', 'es', 'ja'] as const) {
      const { lines } = textOf(SAID, { ...SPEAKER, language });
      expect([lines[0]?.includes('Googlebot'), lines[0]?.includes('shop.example'), /1[.,]?200/u.test(lines[0] ?? ''), /[{}]/u.test(lines.join(''))]).toEqual([true, true, true, false]);
    }
  });
});
