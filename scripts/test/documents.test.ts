/**
 * The documents name only what is there, and spec-conformance.md keeps to its form. What no test can hold is whether
 * a state is true: that is for whoever changes the code.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What is installed, built or filled by running, and so is no part of the tree. */
const NOT_OURS = new Set(['node_modules', 'dist', '.git', 'coverage']);
/** The default of `FOOTFALL_DATA`, at the root only. */
const DATA = 'data';
const EXTENSION = /\.(?:ts|tsx|mts|mjs|cjs|js|json|md|css|html|sh|sql|svg|png|awk|ya?ml)$/u;

/** Every file and folder, as paths from the root with slashes. */
function pathsUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name) && posix.join(folder, name) !== DATA)
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? [path, ...pathsUnder(path)] : [path];
    });
}

const tree = pathsUnder('');
/** Each path by every tail of it: `questions/plan.ts` names `packages/server/src/questions/plan.ts`. */
const tails = new Set(tree.flatMap((path) => path.split('/').map((_part, from, parts) => parts.slice(from).join('/'))));
/** First parts by which a text without an extension is known for a path. */
const FOLDERS = new Set(tree.filter((path) => path.startsWith('packages/') || !path.includes('/')).map((path) => path.replace(/^packages\//u, '').split('/')[0]));

const documents = [...tree.filter((path) => path.startsWith('docs/') && path.endsWith('.md')), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

/** A document without its fenced blocks, which hold other people's paths. */
function proseOf(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gmu, '');
}

/** The paths of this project that a text names in backticks. An address (`/api`) or a package (`@a/b`) is none. */
function namedPaths(text: string): string[] {
  const words = [...text.matchAll(/`([^`\n]+)`/gu)].flatMap(([, code = '']) => code.split(/\s+/u));
  return words
    .filter((word) => /^[\w.][\w.<>*…/-]*$/u.test(word))
    .filter((word) => EXTENSION.test(word) || word.endsWith('/') || (word.includes('/') && FOLDERS.has(word.split('/')[0])))
    .filter((word) => !NOT_OURS.has(word.split('/')[0] ?? ''));
}

/** Whether a path leads somewhere; a placeholder (`<resource>`, `*`, `…`) stands for anything in its folder. */
function isNamedRight(path: string): boolean {
  const known = path.replace(/[^/]*[<>*…].*$/u, '').replace(/\/$/u, '');
  return known === '' || tails.has(known);
}

/** Targets of a document's links inside the project, from the root. */
function linksOf(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/u.test(target))
    .map((target) => posix.join(dirname(path), target));
}

interface Row {
  readonly first: string;
  readonly cells: readonly string[];
}

/** The rows of a document's tables. A bar in a cell would need a backslash; none has one. */
function rowsOf(path: string): Row[] {
  return proseOf(path)
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.endsWith(' |'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => ({ first: cells[0] ?? '', cells }));
}

const STATES = ['done', 'partly', 'not built yet', 'deviation', 'left out'] as const;
const CONFORMANCE = 'docs/spec-conformance.md';
const DEMO = 'docs/demo-pages.md';
/** Sentences, list items and table rows in the sections 0 to 9 of both files of the specification, counted in them. */
const SENTENCES = [
  [4, 5, 71, 17, 13, 6, 7, 33, 10, 19],
  [3, 4, 51, 20, 14, 13, 9, 31, 18, 28],
];
const claims = rowsOf(CONFORMANCE).filter(({ first }) => /^\d\.\d/u.test(first));
const demos = rowsOf(DEMO).filter(({ cells }) => cells.length === 6 && cells[3] !== 'state');

/** In these tables a path stands whole, below `packages/` or below the root. */
const wholePath = (path: string): string | undefined => [path, `packages/${path}`].find((candidate) => tree.includes(candidate));
const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** What is wrong with a row's state, its source and what stands beside them. */
function wrongWith(state: string, source: string, proof: string): string[] {
  const [sources, proofs] = [namedPaths(source), namedPaths(proof)];
  const missing = [...sources, ...proofs].filter((path) => wholePath(path) === undefined);
  const wrong = missing.map((path) => `no such path: ${path}`);
  if (!STATES.some((known) => known === state)) wrong.push(`no such state: ${state}`);
  if (sources.some(isTest)) wrong.push('a test stands as a source');
  if (state === 'done') {
    if (sources.length === 0) wrong.push('done, and no source file');
    if (!proofs.some(isTest)) wrong.push('done, and no test file');
    if (proof.includes('no test yet')) wrong.push('done, and no test yet');
  }
  if (state === 'partly' && (sources.length === 0 || proof === '—')) wrong.push('partly, and not said what is there or missing');
  if (state === 'deviation' && !/DEFINITIONS/u.test(proof)) wrong.push('a deviation without its decision');
  if (state === 'not built yet' && (sources.length > 0 || proofs.some(isTest))) wrong.push('not built yet, and yet a source or test');
  return wrong;
}

describe('the documents', () => {
  it.each(documents)('%s names and links only what is there', (path) => {
    const text = proseOf(path);
    expect(namedPaths(text).filter((named) => !isNamedRight(named))).toEqual([]);
    expect(linksOf(path, text).filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it('are all read, and name much', () => {
    expect(documents).toEqual(expect.arrayContaining([CONFORMANCE, DEMO, 'docs/errors.md', 'docs/adr/README.md']));
    expect(namedPaths(proseOf('ARCHITECTURE.md')).length).toBeGreaterThan(15);
    expect(namedPaths(proseOf('CONTRIBUTING.md')).length).toBeGreaterThan(15);
    expect(linksOf('README.md', proseOf('README.md')).length).toBeGreaterThan(4);
  });

  it('would be caught naming what is not there', () => {
    const text = 'See `server/src/nothing.ts`, `console/src/screens/`, `packages/nowhere`, `/api/docs`, `@clickhouse/client`, `node scripts/gone.mjs --all` and `contract/src/<x>.ts`.';
    expect(namedPaths(text).filter((path) => !isNamedRight(path))).toEqual(['server/src/nothing.ts', 'packages/nowhere', 'scripts/gone.mjs']);
  });
});

describe('the conformance to the specification', () => {
  it('has a row for each sentence: ids from 01 in each section, in order, each once', () => {
    const expected = SENTENCES.flatMap((counts, file) =>
      counts.flatMap((count, section) => Array.from({ length: count }, (_, at) => `${file + 1}.${section}.${String(at + 1).padStart(2, '0')}`)),
    );
    expect(claims.map(({ first }) => first)).toEqual(expected);
  });

  it('gives each an allowed state, and what that state needs', () => {
    const wrong = claims.flatMap(({ first, cells }) => {
      const [, requirement = '', state = '', source = '', proof = ''] = cells;
      const form = cells.length === 5 && requirement !== '' ? [] : ['not five cells'];
      return [...form, ...wrongWith(state, source, proof)].map((what) => `${first}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });

  it('would be caught claiming too much', () => {
    expect(wrongWith('done', '`server/src/app.ts`', '`server/test/gone.test.ts`')).toEqual(['no such path: server/test/gone.test.ts']);
    expect(wrongWith('done', '—', '—')).toEqual(['done, and no source file', 'done, and no test file']);
    expect(wrongWith('planned', '—', '—')).toEqual(['no such state: planned']);
    expect(wrongWith('deviation', '—', 'because')).toEqual(['a deviation without its decision']);
  });
});

describe('the figures of the analysis screens', () => {
  const figures = rowsOf(CONFORMANCE).filter(({ cells }) => cells.length === 3);
  /** What is told of elsewhere: the operator's own rules, and what is no figure of visits. */
  const OTHERS = new Set(['DomainList', 'SpiderList', 'SpiderLog']);

  it('are told of for every screen that roles grant, and the dashboard', () => {
    const named = new Set(figures.map(({ first }) => first));
    const granted = [...readFileSync(join(root, 'packages/contract/src/catalogue/grantable-routes.ts'), 'utf8').matchAll(/'(\w+)'/gu)].map(([, name = '']) => name).filter((name) => !OTHERS.has(name) && name !== 'zod');
    expect(granted.length).toBeGreaterThan(10);
    expect([...granted, 'Dashboard'].filter((name) => !named.has(name))).toEqual([]);
  });

  it('have each a test on the server that counts them', () => {
    const uncounted = figures.filter(({ cells, first }) => first !== 'screen' && !namedPaths(cells[2] ?? '').some((path) => isTest(path) && wholePath(path)?.startsWith('packages/server/test/')));
    expect(uncounted.map(({ first, cells }) => `${first}: ${cells[1]}`)).toEqual([]);
  });
});

describe('the demo pages', () => {
  it('are all told of', () => {
    expect(demos.length).toBeGreaterThan(35);
    expect(new Set(demos.map(({ first }) => first)).size).toBe(demos.length);
  });

  it('have an allowed state each, and what that state needs', () => {
    const wrong = demos.flatMap(({ first, cells }) => {
      const [, becomes = '', decided = '', state = '', source = '', proof = ''] = cells;
      const decision = /^(?:DEFINITIONS|CONSOLE 4|file 1, section 2)$/u.test(decided) ? [] : ['nobody decided it'];
      const outcome = becomes.startsWith('left out') === (state === 'left out') ? [] : ['left out, or not?'];
      return [...decision, ...outcome, ...wrongWith(state, source, proof)].map((what) => `${first}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});
