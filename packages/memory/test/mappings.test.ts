import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programs, readMappings } from '../src/mappings.js';

const facts = (resident: number, own: number): string => `Size:               9000 kB\nKernelPageSize:        4 kB\nRss:            ${String(resident).padStart(8)} kB\nPss:                   1 kB\nPrivate_Dirty:         ${own} kB\nAnonymous:      ${String(own).padStart(8)} kB\nVmFlags: rd ex mr mw me\n`;
const SMAPS = [
  `00400000-00c00000 r--p 00000000 fe:00 42                                 /usr/bin/a program\n${facts(600, 0)}`,
  `00c00000-01c00000 r-xp 00800000 fe:00 42                                 /usr/bin/a program\n${facts(9000, 0)}`,
  `01c00000-01d00000 r--p 01800000 fe:00 42                                 /usr/bin/a program\n${facts(800, 64)}`,
  `01d00000-01e00000 rw-p 01900000 fe:00 42                                 /usr/bin/a program\n${facts(700, 0)}`,
  `01e00000-01f00000 rw-p 00000000 00:00 0                                  [heap]\n${facts(5000, 5000)}`,
  `7fae8e800000-7fae8e900000 r--p 00000000 fe:00 77                         /data/rows.bin\n${facts(1024, 0)}`,
  `7fae8e900000-7fae8e910000 r-xp 00000000 fe:00 78                         /lib/small.so\n${facts(8, 0)}`,
  `7fff00000000-7fff00010000 r-xp 00000000 00:00 0                          [vdso]\n${facts(512, 0)}`,
  `7fff20000000-7fff20010000 r-xp 00000000 00:00 0 \n${facts(512, 512)}`,
].join('');

describe('mappings', () => {
  it('are read as the system tells them', () => {
    const [first, , relocated, , heap] = readMappings(SMAPS);
    expect(readMappings(SMAPS)).toHaveLength(9);
    expect(first).toEqual({ from: 0x40_0000, to: 0xc0_0000, access: 'r--p', file: '/usr/bin/a program', resident: 600, own: 0 });
    expect(relocated).toMatchObject({ resident: 800, own: 64 });
    expect(heap).toMatchObject({ file: '', resident: 5000, own: 5000 });
  });

  it('of a program are those that nobody wrote to: not its data, not files that are only read, nothing of no file', () => {
    expect(programs(readMappings(SMAPS), 256).map(({ from }) => from)).toEqual([0x40_0000, 0xc0_0000]);
    expect(programs(readMappings(SMAPS), 4).map(({ file }) => file)).toEqual(['/usr/bin/a program', '/usr/bin/a program', '/lib/small.so']);
  });

  it('of this very process hold the program that runs it', () => {
    const all = readMappings(readFileSync('/proc/self/smaps', 'utf8'));
    const resident = all.reduce((sum, mapping) => sum + mapping.resident, 0) * 1024;
    expect(resident / process.memoryUsage.rss()).toBeGreaterThan(0.8);
    expect(programs(all, 256).some(({ file }) => file === process.execPath)).toBe(true);
  });
});
