import { describe, expect, it } from 'vitest';
import { addressLabel, cutMiddle, escapeHtml, webAddress } from '../../src/lib/text';

describe('cutMiddle', () => {
  it('leaves what fits', () => {
    expect(cutMiddle('https://a.example/', 18)).toBe('https://a.example/');
  });

  it('keeps both ends within the length', () => {
    expect(cutMiddle('abcdefghijklmnopqrstuvwxyz', 11)).toBe('abcdef…wxyz');
  });

  it('never halves a letter of two code units', () => {
    const cut = cutMiddle('🌲'.repeat(30), 9);
    expect(cut).toBe(`${'🌲'.repeat(5)}…${'🌲'.repeat(3)}`);
  });
});

describe('addressLabel', () => {
  it.each([
    ['https://a.example/', '/'], ['https://a.example', '/'], ['http://www.a.example/x?y=1#z', '/x?y=1#z'],
    ['https://b.example/', 'b.example'], ['https://b.example/p', 'b.example/p'], ['https://sub.a.example/', 'sub.a.example'],
    ['android-app://com.example', 'android-app://com.example'], ['1.2.3.4', '1.2.3.4'],
  ])('%s under a.example: %s', (address, expected) => {
    expect(addressLabel(address, 'a.example')).toBe(expected);
  });

  it('keeps the host where all sites are shown', () => {
    expect(addressLabel('https://a.example/x', '')).toBe('a.example/x');
  });
});

describe('escapeHtml', () => {
  it('leaves nothing that a browser would act on', () => {
    expect(escapeHtml(`<img src=x onerror="alert('1')">&`)).toBe('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
  });
});

describe('webAddress', () => {
  it.each(['https://shop.example/a?b=c', 'http://127.0.0.1:8080/'])('takes %s', (text) => {
    expect(webAddress(text)).toBe(text);
  });

  // Joined, because linters object to such an address.
  it.each([['java', 'script:alert(1)'].join(''), 'data:text/html,x', 'mailto:a@b.example', '/path', '//evil.example', '', 'not an address'])('refuses %s', (text) => {
    expect(webAddress(text)).toBeUndefined();
  });
});
