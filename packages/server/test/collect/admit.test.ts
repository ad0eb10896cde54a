import { describe, expect, it } from 'vitest';
import { hostOf } from '../../src/collect/admit.js';

/** What the platform's own parser says, which the short way must never contradict. */
function parsed(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? hostname : null;
}

const HOSTS = ['shop.example', 'a', 'a-b.c-d', '127.0.0.1', '127.1', '0x7f.1', '1.2.3.4.5', 'x.1', '[::1]', 'SHOP.example', 'münchen.example', 'xn--mnchen-3ya.example', 'xn--a', 'a_b.example', 'a..b', '.a', 'a.', '-a', 'a-', '', 'a b', 'a%41', '1a', 'a1.2b'];
const REST = ['', '/', '/p', '?q', '#f', ':8080/', ':x/', '\\p', '@b.example/', ':p@b.example/'];

describe('the host of a page', () => {
  it('is what a whole reading of the address says, for every shape of it', () => {
    for (const scheme of ['http://', 'https://', 'HTTPS://', 'ftp://', 'javascript:', 'https:', 'https:/', ' https://', 'https:///']) {
      for (const host of HOSTS) for (const rest of REST) expect([scheme + host + rest, hostOf(scheme + host + rest)]).toEqual([scheme + host + rest, parsed(scheme + host + rest)]);
    }
  });
});
