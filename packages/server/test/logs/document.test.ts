import { readFileSync } from 'node:fs';
import { REFUSALS } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { LOG_FORMATS } from '../../src/logs/formats/registry.js';
import { countAs } from '../../src/logs/page-rules.js';
import type { LogRecord } from '../../src/logs/record.js';

const document = readFileSync(new URL('../../../../docs/log-import.md', import.meta.url), 'utf8');
const section = (title: string) => document.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rows = (title: string) => section(title).split('\n').filter((line) => line.startsWith('| ')).slice(1).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));

/** For each rule of the document a request that the rule is the first to decide. Rules 1, 2 and 10 are of the reader, the splitter and the store. */
const EXAMPLES: Readonly<Record<string, { readonly request: Partial<LogRecord>; readonly isForSite?: boolean; readonly isCrawler?: boolean }>> = {
  '1': { request: { method: '', target: '' }, isForSite: false, isCrawler: true },
  '3': { request: { status: 404 }, isForSite: false, isCrawler: true },
  '4': { request: { method: 'POST', status: 500, target: '/feed' }, isCrawler: true },
  '5': { request: { method: 'HEAD', status: 404, target: '/a.png' } },
  '6': { request: { status: 301, target: '/a.png' } },
  '7': { request: { target: '/feed/', contentType: 'text/html' } },
  '8': { request: { target: '/data', contentType: 'application/json' } },
  '9': { request: { target: '/a.png' } },
  '11': { request: { target: '/a.png', contentType: 'text/html; charset=utf-8' } },
};

describe('docs/log-import.md', () => {
  it('lists the layouts there are', () => {
    const listed = rows('Layouts').flatMap(([names = '']) => names.split(',').map((name) => name.replaceAll('`', '').trim()));
    expect(listed.toSorted()).toEqual(LOG_FORMATS.map(({ name }) => name).toSorted());
  });

  it('says of each line what becomes of it', () => {
    const rules = rows('What a line counts as');
    expect(rules.map(([number]) => number)).toEqual(Array.from({ length: 11 }, (_, at) => String(at + 1)));
    const reasons = rules.map(([, , result = '']) => result).filter((result) => result.startsWith('`')).map((result) => result.replaceAll('`', ''));
    expect(reasons.filter((reason) => !Object.hasOwn(REFUSALS, reason))).toEqual([]);
    for (const [number = '', , result = ''] of rules) {
      const example = EXAMPLES[number];
      if (example === undefined) continue;
      const record: LogRecord = { at: 0, ip: '1.2.3.4', forwarded: '', method: 'GET', target: '/', status: 200, bytes: 1, referrer: '', agent: 'UA', host: '', scheme: '', contentType: '', ...example.request };
      const counted = countAs(record, example.isForSite ?? true, example.isCrawler ?? false);
      const said = counted.as === 'refused' ? `\`${counted.reason}\`` : counted.as === 'spider' ? 'spider hit' : 'visit';
      expect({ number, said }).toEqual({ number, said: result });
    }
  });
});
