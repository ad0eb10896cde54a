import { describe, expect, it } from 'vitest';
import { logClient } from '../../src/logs/client.js';

describe('the client of a line with a list of proxies', () => {
  it.each([
    // Nothing is set: proxies of private networks are believed, and whoever stands before them is the client.
    [false, '10.0.0.1', '81.2.69.143, 10.0.0.2', '81.2.69.143'],
    [false, '81.2.69.143', '10.0.0.2, 10.0.0.1', '81.2.69.143'],
    [false, '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    // What the client says of itself in front of its own address is not.
    [false, '10.0.0.1', '8.8.8.8, 81.2.69.143', '81.2.69.143'],
    [false, '10.0.0.1', 'nonsense', '10.0.0.1'],
    [false, 'host.example', '1.2.3.4', 'host.example'],
    [1, '198.51.100.7', '8.8.8.8,81.2.69.143', '81.2.69.143'],
    [true, '198.51.100.7', '8.8.8.8,81.2.69.143', '8.8.8.8'],
    [['198.51.100.0/24'], '198.51.100.7', '8.8.8.8,81.2.69.143', '81.2.69.143'],
    [['198.51.100.0/24'], '10.0.0.1', '81.2.69.143', '10.0.0.1'],
  ] as const)('trust %j: %s behind "%s" is %s', (trust, address, forwarded, expected) => {
    expect(logClient(trust)(address, forwarded)).toBe(expected);
  });

  it('is the address itself where the log has no list', () => {
    expect(logClient(true)('host.example', '')).toBe('host.example');
  });
});
