import { MAX_HIT_BYTES } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { readWhole } from '../../../src/collect/direct/request.js';

const BODY = '{"v":1}';
const request = (fields: readonly string[], { line = 'POST /collect HTTP/1.1', body = BODY } = {}): Buffer => Buffer.from([line, ...fields, '', body].join('\r\n'), 'latin1');
const PLAIN = ['Host: stats.example', `Content-Length: ${BODY.length}`];

describe('a request that is read directly', () => {
  it('gives what tells of a beacon, whatever the case of its names, and how long it was', () => {
    const bytes = request([...PLAIN, 'User-Agent:  Mozilla/5.0 (X11)\t', 'X-FORWARDED-FOR: 203.0.113.5, 10.0.0.1', 'DNT: 1', 'sec-ch-ua-platform: "Linux"', 'Cookie: a=b', 'Connection: Keep-Alive', 'Accept: */*', 'Accept: text/html']);
    const whole = readWhole(bytes);
    expect(whole?.headers).toEqual({ 'user-agent': 'Mozilla/5.0 (X11)', 'x-forwarded-for': '203.0.113.5, 10.0.0.1', dnt: '1', 'sec-ch-ua-platform': '"Linux"' });
    expect(whole?.body.toString()).toBe(BODY);
    expect(whole?.size).toBe(bytes.length);
  });

  it('is read alike however many other names came before', () => {
    for (let i = 0; i < 3_000; i += 1) expect(readWhole(request([...PLAIN, `X-Of-Stranger-${String(i)}${'-'.repeat(i % 100)}: a`]))).not.toBeNull();
    for (const [name, isRead] of [['X-ANOTHER', true], ['uPGRADE', false], ['Transfer-ENCODING', false]] as const) {
      for (const again of [1, 2]) expect(readWhole(request([...PLAIN, `${name}: b`])) !== null, `${name}, ${String(again)}`).toBe(isRead);
    }
    expect(readWhole(request([...PLAIN, 'sEC-cH-UA-mODEL: "Pixel"']))?.headers).toMatchObject({ 'sec-ch-ua-model': '"Pixel"' });
  });

  it('ends where its length says, whatever stands behind it', () => {
    const first = request(PLAIN);
    const whole = readWhole(Buffer.concat([first, Buffer.from('GET / HTTP/1.1\r\n')]));
    expect([whole?.size, whole?.body.toString()]).toEqual([first.length, BODY]);
  });

  it('may have a body of any bytes, up to the longest that is taken', () => {
    const body = '\u0000\r\n\r\nPOST /collect HTTP/1.1\r\n'.padEnd(MAX_HIT_BYTES, 'ÿ');
    expect(readWhole(request(['Host: a', `Content-Length: ${body.length}`], { body }))?.body).toEqual(Buffer.from(body, 'latin1'));
  });

  it('is none before its last byte is there', () => {
    const bytes = request([...PLAIN, 'User-Agent: a']);
    for (let length = 0; length < bytes.length; length += 1) expect(readWhole(bytes.subarray(0, length))).toBeNull();
    expect(readWhole(bytes)).not.toBeNull();
  });
});

describe('left to node:http is', () => {
  it.each([
    ['another path', request(PLAIN, { line: 'POST /collect/ HTTP/1.1' })],
    ['a query', request(PLAIN, { line: 'POST /collect?a=b HTTP/1.1' })],
    ['another method', request(PLAIN, { line: 'PUT /collect HTTP/1.1' })],
    ['another version', request(PLAIN, { line: 'POST /collect HTTP/1.0' })],
    ['a whole address', request(PLAIN, { line: 'POST http://stats.example/collect HTTP/1.1' })],
    ['a line before the request', Buffer.concat([Buffer.from('\r\n'), request(PLAIN)])],
    ['no host', request([`Content-Length: ${BODY.length}`])],
    ['two hosts', request([...PLAIN, 'Host: other.example'])],
    ['no length', request(['Host: a'])],
    ['an empty body', request(['Host: a', 'Content-Length: 0'])],
    ['two lengths', request([...PLAIN, `Content-Length: ${BODY.length}`])],
    ['a list of lengths', request(['Host: a', 'Content-Length: 7, 7'])],
    ['a signed length', request(['Host: a', 'Content-Length: +7'])],
    ['a length with a nought before it', request(['Host: a', 'Content-Length: 07'])],
    ['a length in hexadecimal', request(['Host: a', 'Content-Length: 0x7'])],
    ['a body that is too long', request(['Host: a', `Content-Length: ${MAX_HIT_BYTES + 1}`], { body: 'x'.repeat(MAX_HIT_BYTES + 1) })],
    ['pieces', request([...PLAIN, 'Transfer-Encoding: chunked'])],
    ['pieces under a disguise', request([...PLAIN, 'transfer-ENCODING:\tchunked'])],
    ['a space before the colon', request([...PLAIN, 'Transfer-Encoding : chunked'])],
    ['a question before the body', request([...PLAIN, 'Expect: 100-continue'])],
    ['another protocol', request([...PLAIN, 'Upgrade: h2c', 'Connection: upgrade'])],
    ['the end of the connection', request([...PLAIN, 'Connection: close'])],
    ['a connection with two wishes', request([...PLAIN, 'Connection: keep-alive, upgrade'])],
    ['fields behind the body', request([...PLAIN, 'Trailer: x'])],
    ['a field over two lines', request([...PLAIN, 'User-Agent: a', ' b'])],
    ['a field without a name', request([...PLAIN, ': a'])],
    ['a field without a colon', request([...PLAIN, 'a'])],
    ['an agent twice', request([...PLAIN, 'User-Agent: a', 'User-Agent: b'])],
    ['two lists of proxies', request([...PLAIN, 'X-Forwarded-For: 203.0.113.5', 'X-Forwarded-For: 10.0.0.1'])],
    ['a byte that is no ASCII', request([...PLAIN, 'User-Agent: Mozillä'])],
    ['a byte that is not printed', request([...PLAIN, 'User-Agent: a\u0000b'])],
    ['a line that ends in a line feed alone', request([...PLAIN, 'Accept: a\nTransfer-Encoding: chunked'])],
    ['a line that ends in a return alone', request([...PLAIN, 'Accept: a\rTransfer-Encoding: chunked'])],
    ['a head that is too long', request([...PLAIN, `Cookie: ${'a'.repeat(8_192)}`])],
  ])('%s', (_, bytes) => {
    expect(readWhole(bytes)).toBeNull();
  });

  it('a head made to be tried in many ways, at once', () => {
    const bytes = request([...PLAIN, `Accept:${' \t'.repeat(4_000)}\u0001`]);
    for (let i = 0; i < 2_000; i += 1) expect(readWhole(bytes)).toBeNull();
  });
});
