import { expect, it } from 'vitest';
import { connectionLimit } from '../../src/http/connection-limit.js';

const limits = (files: string): string => `Limit                     Soft Limit           Hard Limit           Units\nMax cpu time              unlimited            unlimited            seconds\nMax open files            ${files}                 1048576              files\n`;

it.each([['1048576', 20_000], ['20000', 19_000], ['1024', 512], ['4096', 3_096], ['unlimited', 20_000]])('of %s descriptors leaves some to the journal: %i', (files, expected) => {
  expect(connectionLimit(limits(files))).toBe(expected);
});

it('is something where the kernel does not say', () => {
  expect(connectionLimit('')).toBe(20_000);
  expect(connectionLimit()).toBeGreaterThan(0);
});
