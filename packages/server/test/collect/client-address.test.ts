import { describe, expect, it } from 'vitest';
import { clientAddress, unwrapMapped } from '../../src/collect/client-address.js';

describe('the address of a client', () => {
  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::1', '::1'],
    ['::ffff:abcd', '::ffff:abcd'],
  ])('%s is %s', (socket, address) => {
    expect(unwrapMapped(socket)).toBe(address);
    expect(clientAddress(false)(socket, undefined)).toBe(address);
  });

  it('believes no header unless told to', () => {
    expect(clientAddress(false)('10.0.0.1', '203.0.113.1')).toBe('10.0.0.1');
  });

  it.each([
    [true, '203.0.113.1, 198.51.100.2, 10.0.0.2', '203.0.113.1'],
    [1, '203.0.113.1, 198.51.100.2, 10.0.0.2', '10.0.0.2'],
    [2, '203.0.113.1, 198.51.100.2, 10.0.0.2', '198.51.100.2'],
    [9, '203.0.113.1, 198.51.100.2, 10.0.0.2', '203.0.113.1'],
    [['10.0.0.0/8'], '203.0.113.1, 198.51.100.2, 10.0.0.2', '198.51.100.2'],
    [['10.0.0.1', '10.0.0.2', '198.51.100.2'], '203.0.113.1, 198.51.100.2, 10.0.0.2', '203.0.113.1'],
    [['192.0.2.0/24'], '203.0.113.1', '10.0.0.1'],
    [['uniquelocal', 'loopback'], '203.0.113.1, 127.0.0.1', '203.0.113.1'],
    [['10.0.0.1'], '2001:DB8::5', '2001:db8::5'],
    [['10.0.0.1'], '[2001:db8::5]:443', '2001:db8::5'],
    [['10.0.0.1'], '203.0.113.1:55555', '203.0.113.1'],
    [['10.0.0.1'], '::ffff:203.0.113.1', '203.0.113.1'],
    [true, 'unknown', '10.0.0.1'],
    [true, '203.0.113.1, <script>, 198.51.100.2', '198.51.100.2'],
    [true, '', '10.0.0.1'],
    [true, '999.1.1.1', '10.0.0.1'],
  ] as const)('trusting %j with %s: %s', (trust, header, address) => {
    expect(clientAddress(trust)('10.0.0.1', header)).toBe(address);
  });

  it('reads a header sent twice as one', () => {
    expect(clientAddress(2)('10.0.0.1', ['203.0.113.1', '10.0.0.2'])).toBe('203.0.113.1');
  });

  it('refuses a proxy list that is none', () => {
    expect(() => clientAddress(['proxy.internal'])).toThrow('proxy.internal');
  });

  it('has an address even of a socket that is gone', () => {
    expect(clientAddress(true)(undefined, undefined)).toBe('');
  });
});
