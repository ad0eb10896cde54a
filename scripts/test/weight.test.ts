import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ENTRY_BUDGET, FILES_BUDGET, holdToBudget, weigh, weightPlugin, weightText } from '../setup/weight.mjs';

/** Text that can not be packed much smaller. */
const noise = (bytes: number): string => randomBytes(bytes).toString('latin1');
const gzip = (text: string): number => gzipSync(text, { level: 9 }).length;

interface Script {
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly isEntry: boolean;
  readonly imports: string[];
  readonly code: string;
}

const script = (fileName: string, facadeModuleId: string | null, code: string, imports: string[] = [], isEntry = false): Script => ({ fileName, facadeModuleId, isEntry, imports, code });

const built = (library = 'shared'): Script[] => [
  script('index.js', '/c/index.html', 'entry', ['react.js'], true),
  script('react.js', null, library, ['react.js']),
  script('zh.js', '/c/src/i18n/packs/zh.ts', 'short'),
  script('ja.js', '/c/src/i18n/packs/ja.ts', noise(300)),
  script('zh-rest.js', '\0virtual:rest-texts/zh', 'less'),
  script('ja-rest.js', '\0virtual:rest-texts/ja', noise(200)),
  script('layout.js', '/c/src/app/layout/layout.tsx', 'frame', ['react.js']),
  script('notice-host.js', '/c/src/app/notice-host.tsx', 'notices'),
  script('small.js', '/c/src/screens/a/a.tsx', 'a', ['react.js']),
  script('large.js', '/c/src/screens/b/b.tsx', noise(500), ['table.js']),
  script('table.js', null, noise(700)),
];

describe('the weight of the console', () => {
  it('is each file once that a part can not run without, with the heaviest language and screen', () => {
    const scripts = built();
    const of = (...names: string[]): number => scripts.filter(({ fileName }) => names.includes(fileName)).reduce((sum, { code }) => sum + gzip(code), 0);
    expect(weigh(scripts)).toEqual({
      entry: of('index.js', 'react.js', 'ja.js'),
      shell: of('index.js', 'react.js', 'ja.js', 'layout.js', 'notice-host.js', 'ja-rest.js'),
      screen: of('index.js', 'react.js', 'ja.js', 'ja-rest.js', 'layout.js', 'notice-host.js', 'large.js', 'table.js'),
      screenName: 'large.js',
      // The entry, react, the words twice, the frame, messages, the screen and its table.
      files: 8,
    });
  });

  it('fails the build above the budget, and not below', () => {
    expect(ENTRY_BUDGET).toBe(256_000);
    expect(() => holdToBudget(weigh(built()))).not.toThrow();
    const fat = built(noise(ENTRY_BUDGET + 1));
    expect(() => holdToBudget(weigh(fat))).toThrow(/over its budget/u);
    expect(() => weightPlugin.writeBundle({}, Object.fromEntries(fat.map((one) => [one.fileName, { type: 'chunk', ...one }])))).toThrow(/over its budget/u);
  });

  it('fails the build of a screen that takes too many files, and not of one that takes as many as it may', () => {
    const inParts = (count: number): Script[] => [...built().filter(({ fileName }) => fileName !== 'small.js'), script('small.js', '/c/src/screens/a/a.tsx', 'a', Array.from({ length: count }, (_, i) => `part${String(i)}.js`)), ...Array.from({ length: count }, (_, i) => script(`part${String(i)}.js`, null, 'part'))];
    // Beside the seven of every screen.
    expect(weigh(inParts(FILES_BUDGET - 7)).files).toBe(FILES_BUDGET);
    expect(() => holdToBudget(weigh(inParts(FILES_BUDGET - 7)))).not.toThrow();
    expect(() => holdToBudget(weigh(inParts(FILES_BUDGET - 6)))).toThrow(/takes 41 files, more than its budget of 40/u);
  });

  it('is told in kilobytes', () => {
    expect(weightText({ entry: 245_760, shell: 307_200, screen: 358_400, screenName: 'a.js', files: 12 })).toBe(
      'console: script before a screen 240.0 KB gzip (budget 250.0 KB), with the signed-in frame 300.0 KB, with the heaviest screen (a.js) 350.0 KB; a screen takes at most 12 files (budget 40)',
    );
  });

  it('is not told of what was not found', () => {
    expect(() => weigh(built().filter(({ fileName }) => !/^(?:zh|ja)/u.test(fileName)))).toThrow(/packs/u);
    expect(() => weigh([])).toThrow(/no entry/u);
  });
});
