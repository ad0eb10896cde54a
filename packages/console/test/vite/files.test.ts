/** Into which files the build puts what the sign-in, the frame around the screens, and a screen import. */
import { describe, expect, it } from 'vitest';
import { fileGroups } from '../../vite/files.js';

const LIBRARY = '/c/node_modules/antd/es';
const ICONS = '/c/node_modules/@ant-design/icons/es';

/** Modules by id: what each imports, and its code where that matters. */
const MODULES: Readonly<Record<string, { readonly imports: readonly string[]; readonly code?: string }>> = {
  '/c/src/app/layout/layout.tsx': { imports: [`${LIBRARY}/index.js`, `${ICONS}/index.js`, '/c/src/widgets/menu.ts'], code: 'import { Button, Dropdown as Menu } from "antd";\nimport { PlusOutlined } from "@ant-design/icons";' },
  '/c/src/app/notice-host.tsx': { imports: ['/c/src/widgets/notice.ts'] },
  '/c/src/screens/login/login.tsx': { imports: [`${LIBRARY}/index.js`], code: 'import { Button, AutoComplete } from "antd";' },
  '/c/src/screens/report/report.tsx': { imports: [`${LIBRARY}/index.js`], code: 'import { Table, Button } from "antd";' },
  '/c/src/widgets/menu.ts': { imports: ['/c/src/app/layout/layout.tsx'] },
  '/c/src/widgets/notice.ts': { imports: [] },
  [`${LIBRARY}/index.js`]: { imports: ['button', 'dropdown', 'auto-complete', 'table'].map((name) => `${LIBRARY}/${name}/index.js`) },
  [`${LIBRARY}/button/index.js`]: { imports: [`${LIBRARY}/button/style.js`] },
  [`${LIBRARY}/button/style.js`]: { imports: [] },
  [`${LIBRARY}/dropdown/index.js`]: { imports: [] },
  [`${LIBRARY}/auto-complete/index.js`]: { imports: [] },
  [`${LIBRARY}/table/index.js`]: { imports: [] },
  [`${ICONS}/index.js`]: { imports: [`${ICONS}/icons/index.js`] },
  [`${ICONS}/icons/index.js`]: { imports: [`${ICONS}/icons/PlusOutlined.js`, `${ICONS}/icons/MinusOutlined.js`] },
  [`${ICONS}/icons/PlusOutlined.js`]: { imports: [] },
  [`${ICONS}/icons/MinusOutlined.js`]: { imports: [] },
};

const groups = fileGroups('/c/src');
const graph = { getModuleInfo: (id: string) => (MODULES[id] === undefined ? null : { code: MODULES[id].code ?? '', importedIds: MODULES[id].imports }) } as never;

function fileOf(id: string): string | null {
  const name = groups.find(({ debugName }) => debugName === 'frame')?.name;
  if (typeof name !== 'function') throw new TypeError('the frame has no file');
  const file = name(id, graph);
  return typeof file === 'string' ? file : null;
}

describe('the files of the console', () => {
  it('have what the frame needs in one, and what it shares with the sign-in in another', () => {
    const frame = ['/c/src/app/layout/layout.tsx', '/c/src/app/notice-host.tsx', '/c/src/widgets/menu.ts', '/c/src/widgets/notice.ts', `${LIBRARY}/dropdown/index.js`, `${ICONS}/icons/PlusOutlined.js`];
    expect(frame.map((id) => fileOf(id))).toEqual(frame.map(() => 'frame'));
    expect([`${LIBRARY}/button/index.js`, `${LIBRARY}/button/style.js`].map((id) => fileOf(id))).toEqual(['base', 'base']);
  });

  it('leave to the screens what the frame does not take from a library of hundreds, though it is handed on beside', () => {
    const others = ['/c/src/screens/report/report.tsx', '/c/src/screens/login/login.tsx', `${LIBRARY}/table/index.js`, `${LIBRARY}/auto-complete/index.js`, `${ICONS}/icons/MinusOutlined.js`, `${LIBRARY}/index.js`];
    expect(others.map((id) => fileOf(id))).toEqual(others.map(() => null));
  });

  it('do not hold the entry, which waits for the others, in one that others take from', () => {
    const test = groups.find(({ name }) => name === 'start')?.test;
    if (typeof test !== 'function') throw new TypeError('the start takes everything');
    expect(['/c/index.html', '/c/src/app/main.tsx', '/c/src/app/root.tsx'].map((id) => test(id))).toEqual([false, false, true]);
  });
});
