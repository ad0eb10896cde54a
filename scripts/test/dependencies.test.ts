/**
 * What is depended on, as far as it can be held without asking anybody: licences, whole and unchanged packages, no script that runs while
 * installing but the known ones, and none of the releases that were found to be malicious or broken by their own authors.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Locked {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dev: boolean;
  readonly integrity: string;
  readonly resolved: string;
  readonly hasInstallScript: boolean;
}

interface Entry extends Partial<Omit<Locked, 'name'>> {
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8')) as { packages: Record<string, Entry> };
const locked: Locked[] = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, { version = '', license = '', dev = false, integrity = '', resolved = '', hasInstallScript = false }]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version, license, dev, integrity, resolved, hasInstallScript }));
const named = (list: readonly Locked[]): string[] => list.map(({ name, version, license }) => `${name}@${version} (${license})`);

/** Ask nothing but to be named. The country data of DB-IP is under CC BY 4.0 (docs/data-sources.md). */
const FREE = new Set(['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'CC0-1.0', 'BlueOak-1.0.0', 'Unlicense', 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)']);
/** Files of it that are changed must be given on; tools are neither changed nor given on. */
const FREE_FOR_TOOLS = new Set([...FREE, 'MPL-2.0']);

/**
 * chdb fetches the engine's library; esbuild puts its binary in place; koffi looks whether its binary came along, and builds it where it did not, asking
 * no network (without it Footfall goes on: it is optional).
 */
const INSTALL_SCRIPTS = ['chdb', 'esbuild', 'koffi'];

/**
 * Releases that were published by thieves of an account, or sabotaged by their author, and packages that are not kept. Source: the advisories
 * of GitHub's database for each.
 */
const KNOWN_BAD: Readonly<Record<string, readonly string[] | 'all'>> = {
  'ua-parser-js': ['0.7.29', '0.8.0', '1.0.0'],
  'event-stream': ['3.3.6'],
  'flatmap-stream': 'all',
  coa: ['2.0.3', '2.0.4', '2.1.1', '2.1.3', '3.0.1', '3.1.3'],
  rc: ['1.2.9', '1.3.9', '2.3.9'],
  colors: ['1.4.1', '1.4.2', '1.4.44-liberty-2'],
  faker: ['6.6.6'],
  'node-ipc': ['10.1.1', '10.1.2', '11.0.0', '11.1.0'],
  chalk: ['5.6.1'],
  debug: ['4.4.2'],
  'ansi-styles': ['6.2.2'],
  'ansi-regex': ['6.2.1'],
  'strip-ansi': ['7.1.1'],
  'wrap-ansi': ['9.0.1'],
  'supports-color': ['10.2.1'],
  'color-convert': ['3.1.1'],
  'color-name': ['2.0.1'],
  'is-arrayish': ['0.3.3'],
  'eslint-config-prettier': ['8.10.1', '9.1.1', '10.1.6', '10.1.7'],
  xlsx: 'all',
  exceljs: 'all',
  request: 'all',
};

it('looks at all of them', () => {
  expect(locked.length).toBeGreaterThan(300);
  expect(locked.filter(({ dev }) => !dev).length).toBeGreaterThan(100);
});

it('what ships may be given on by everybody, and tools may be used', () => {
  expect(named(locked.filter(({ dev, license }) => !(dev ? FREE_FOR_TOOLS : FREE).has(license)))).toEqual([]);
});

it('every package is the one that was looked at, from the registry that the installer uses', () => {
  expect(named(locked.filter(({ integrity }) => !integrity.startsWith('sha512-')))).toEqual([]);
  expect(named(locked.filter(({ resolved }) => resolved !== '' && !resolved.startsWith('https://registry.npmjs.org/')))).toEqual([]);
});

it('nothing else runs while it is installed', () => {
  expect([...new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))].toSorted()).toEqual(INSTALL_SCRIPTS);
});

it('none is known to be bad', () => {
  const bad = locked.filter(({ name, version }) => {
    const versions = Object.hasOwn(KNOWN_BAD, name) ? (KNOWN_BAD[name] ?? []) : [];
    return versions === 'all' || versions.includes(version);
  });
  expect(named(bad)).toEqual([]);
});
