import type { Rolldown } from 'vite';

/*
 * Into which files the script is put. Left alone, the bundler makes a file of each set of modules that the same screens share: 272, half of
 * them below 2 KB, of which one screen took 159, and a browser asks for six at a time (docs/performance.md, "The console").
 */

type Graph = Rolldown.ChunkingContext;

/** Text of source, in bytes, below which what some screens share goes into the file that is shared by most of the same. */
const SMALL = 30_000;

/** They wait for what the other files have (`await`), so that a file that others take from may not hold them. */
const ENTRY = /\/(?:index\.html|src\/app\/main\.tsx)/u;

/** Modules that only hand on, by name, what hundreds of others have, and those who take from them. */
const BARREL = /\/(?:antd\/es|@ant-design\/icons\/es|@ant-design\/icons\/es\/icons)\/index\.js$/u;
const FROM_BARREL = /import\s*\{([^}]*)\}\s*from\s*["'](?:antd|@ant-design\/icons)["']/gu;

/** What a component's name and the path of its module have in common. */
const plain = (name: string): string => name.toLowerCase().replaceAll('-', '');

function nameOfModule(id: string): string {
  const [folder = '', file = ''] = id.split('/').slice(-2);
  return plain(file === 'index.js' ? folder : file.replace(/\.js$/u, ''));
}

/** The ids of modules, and of what they import, however far; of a barrel what is taken from it by name. */
function reach(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const barrels = new Set<string>();
  const names = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id) || barrels.has(id)) return;
    const info = graph.getModuleInfo(id);
    if (info === null) return;
    for (const [, taken = ''] of (info.code ?? '').matchAll(FROM_BARREL)) for (const name of taken.split(',')) names.add(plain(name.trim().split(/\s/u)[0] ?? ''));
    if (BARREL.test(id)) {
      barrels.add(id);
      return;
    }
    found.add(id);
    info.importedIds.forEach(add);
  };
  roots.forEach(add);
  // A set gives what is added to it meanwhile as well: barrels of barrels.
  for (const barrel of barrels) for (const id of graph.getModuleInfo(barrel)?.importedIds ?? []) if (BARREL.test(id) || names.has(nameOfModule(id))) add(id);
  return found;
}

/**
 * What everybody waits for is one file, what the sign-in shares with the frame around the screens is another, and the rest of that frame a
 * third; what screens share is put together where it is small.
 * @param source the folder of the console's own modules, absolute
 */
export function fileGroups(source: string): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, ReadonlySet<string>>();
  const within = (id: string, graph: Graph, ...modules: readonly string[]): boolean => {
    const key = modules.join();
    const ids = known.get(key) ?? reach(modules.map((module) => `${source}/${module}`), graph);
    known.set(key, ids);
    return ids.has(id);
  };
  const frame = (id: string, graph: Graph): string | null => {
    if (!within(id, graph, 'app/layout/layout.tsx', 'app/notice-host.tsx')) return null;
    return within(id, graph, 'screens/login/login.tsx') ? 'base' : 'frame';
  };
  return [
    { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id), priority: 3 },
    // Each language's words by themselves: nobody takes another one's for them.
    { name: 'locale', test: /[\\/]locale[\\/]/u, minShareCount: 2, entriesAware: true, priority: 2 },
    { name: frame, debugName: 'frame', priority: 1 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL },
  ];
}
