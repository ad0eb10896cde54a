/** What the console costs to open: weighed by its build, which fails above the budget. */
import { gzipSync } from 'node:zlib';

/** Bytes, gzip, of script that a browser has to have before it can ask for a screen. */
export const ENTRY_BUDGET = 250 * 1024;
/** Files of script that a screen may take, of which a browser asks for six at a time. */
export const FILES_BUDGET = 40;

const LANGUAGE = /\/i18n\/packs\/\w+\.ts$/u;
/** What only screens say; the frame around them waits for it. */
const WORDS = /virtual:rest-texts\/\w+$/u;
const SHELL = /\/app\/layout\/layout\.tsx$/u;
/** Draws messages; fetched beside the first screen. */
const NOTICES = /\/app\/notice-host\.tsx$/u;
const SCREEN = /\/screens\/.+\.tsx$/u;

/**
 * Weighs what was built: bytes, gzip, of all the files that a part can not run without.
 * `entry`: the entry and the heaviest language; whoever opens the console waits for these, whatever comes next.
 * `shell`: with the frame around the screens of those who are signed in. `screen`: with the heaviest screen. `files`: of the screen that takes most.
 * @typedef {{ fileName: string, facadeModuleId: string | null, isEntry: boolean, imports: string[], code: string }} Script
 * @param {Script[]} scripts the files of script, as the bundler gives them
 * @returns {{ entry: number, shell: number, screen: number, screenName: string, files: number }}
 * @throws {Error} when a part is not found: a check that finds nothing would pass for ever
 */
export function weigh(scripts) {
  const byName = new Map(scripts.map((script) => [script.fileName, { ...script, bytes: gzipSync(script.code, { level: 9 }).length }]));
  const neededFor = (parts) => {
    const needed = new Set();
    const add = (name) => {
      if (!byName.has(name) || needed.has(name)) return;
      needed.add(name);
      byName.get(name).imports.forEach(add);
    };
    for (const { fileName } of parts) add(fileName);
    return [...needed];
  };
  const sizeOf = (parts) => neededFor(parts).reduce((sum, name) => sum + byName.get(name).bytes, 0);
  const named = (pattern) => {
    const found = scripts.filter(({ facadeModuleId }) => facadeModuleId !== null && pattern.test(facadeModuleId.replaceAll('\\', '/')));
    if (found.length === 0) throw new Error(`nothing was built for ${pattern}`);
    return found;
  };
  const heaviest = (base, choices) => choices.map((choice) => [choice, sizeOf([...base, choice])]).reduce((most, one) => (one[1] > most[1] ? one : most));

  const start = scripts.filter(({ isEntry }) => isEntry);
  if (start.length === 0) throw new Error('no entry was built');
  const [language, entry] = heaviest(start, named(LANGUAGE));
  const frame = [...start, language, ...named(SHELL), ...named(NOTICES)];
  const shell = [...frame, heaviest(frame, named(WORDS))[0]];
  const screens = named(SCREEN);
  const [screen, size] = heaviest(shell, screens);
  const files = Math.max(...screens.map((one) => neededFor([...shell, one]).length));
  return { entry, shell: sizeOf(shell), screen: size, screenName: screen.fileName, files };
}

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

/** The figures in a line. */
export function weightText({ entry, shell, screen, screenName, files }) {
  return `console: script before a screen ${kilobytes(entry)} gzip (budget ${kilobytes(ENTRY_BUDGET)}), with the signed-in frame ${kilobytes(shell)}, with the heaviest screen (${screenName}) ${kilobytes(screen)}; a screen takes at most ${files} files (budget ${FILES_BUDGET})`;
}

/** @throws {Error} when the console is over one of its budgets */
export function holdToBudget({ entry, files }) {
  const over = entry - ENTRY_BUDGET;
  if (over > 0) throw new Error(`the script before a screen is ${over} bytes over its budget of ${ENTRY_BUDGET}: fetch with a screen what only that screen needs`);
  if (files > FILES_BUDGET) throw new Error(`a screen takes ${files} files, more than its budget of ${FILES_BUDGET}: put together what is small (packages/console/vite/files.ts)`);
}

/** The bundler's plugin: prints the figures, and fails the build that is over the budget. */
export const weightPlugin = {
  name: 'footfall-weight',
  apply: 'build',
  writeBundle(_options, bundle) {
    const weights = weigh(Object.values(bundle).filter((file) => file.type === 'chunk'));
    process.stderr.write(`${weightText(weights)}\n`);
    holdToBudget(weights);
  },
};
