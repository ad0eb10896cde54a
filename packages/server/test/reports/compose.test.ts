/** A report as a mail: the same figures as HTML and as text, in each language, and nothing that a stranger sent is markup or a header. */
import { alarmLanguage } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { compose, type Part } from '../../src/reports/compose.js';
import { WORDS } from '../../src/reports/words.js';

const EVIL = '</td><script>alert(1)</script>"\'&\r\nBcc: all@evil.example\u2028\u202Ex';
const PART: Part = {
  site: EVIL, domain: 'shop.example', period: ['2026-11-09 00:00:00', '2026-11-15 23:59:59'], before: ['2026-11-02 00:00:00', '2026-11-08 23:59:59'], timeZone: 'Asia/Shanghai', completeTo: '', link: 'https://stats.example/x?a=1&b=2',
  figures: {
    traffic: { pv: 1_234, uv: 300, ip: 299 }, trafficBefore: { pv: 1_000, uv: 300, ip: 0 }, hits: 90, hitsBefore: 120,
    pages: [{ key: EVIL, num: 700, before: 350 }, { key: '/', num: 1, before: 0 }], referrers: [{ key: '', num: 5, before: 4 }], countries: [], crawlers: [{ key: 'Googlebot', num: 90, before: 120 }],
  },
};
const names = (html: string): (string | undefined)[] => [...html.matchAll(/<(\/?\w+)/gu)].map(([, name]) => name);

describe('a report', () => {
  it('holds each figure with the one before and the change', () => {
    const { text, html, subject } = compose('Weekly', 'en', [PART]);
    expect(subject).toBe('Traffic report: shop.example (2026-11-09 – 2026-11-15)');
    for (const line of ['Page views (PV): 1,234 (Before 1,000, +23.4%)', 'Visitors (UV): 300 (Before 300, 0.0%)', 'IP addresses: 299 (Before 0, new)', 'Crawler hits: 90 (Before 120, -25.0%)', '/: 1 (Before 0, new)', 'Direct, without referrer: 5 (Before 4, +25.0%)', 'Googlebot: 90 (Before 120, -25.0%)', 'Nothing in this period', 'Compared with 2026-11-02 – 2026-11-08']) expect(text).toContain(line);
    for (const cell of ['1,234', '1,000', '+23.4%', '-25.0%', '/dashboard'.slice(0, 1), 'Nothing in this period']) expect(html).toContain(cell);
    expect(html).toContain('href="https://stats.example/x?a=1&amp;b=2"');
  });

  it.each(alarmLanguage.options)('in %s leaves no place open, and asks nothing of anywhere', (language) => {
    const { text, html, subject } = compose('Weekly', language, [{ ...PART, completeTo: '2026-11-15 20:00:00' }, PART]);
    for (const form of [text, html, subject]) expect(form).not.toMatch(/\{\w+\}|undefined|NaN/u);
    expect(html).toContain(`lang="${WORDS[language].lang}"`);
    expect(html).not.toMatch(/<img|<link|<script|<style|url\(|@import|src=/iu);
    expect(text).toContain(WORDS[language].missing.replace('{time}', '2026-11-15 20:00:00'));
  });

  it('takes what strangers sent as text of one line', () => {
    const { text, html, subject } = compose(EVIL, 'zh', [{ ...PART, domain: EVIL }]);
    expect(new Set(names(html))).toEqual(new Set(names(compose('x', 'zh', [{ ...PART, site: 'x', figures: { ...PART.figures, pages: [] } }]).html)));
    expect(html).toContain('&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(subject).not.toMatch(/[\r\n\u2028\u202E]/u);
    expect(text).not.toMatch(/^Bcc:/mu);
  });
});
