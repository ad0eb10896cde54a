import type { Plugin } from 'vite';

const NAMED = '"aria-label": icon.name';

/**
 * The icon library gives each icon an English name of its own ("setting", "down"), which then stands in the names of
 * buttons and entries, in every language. An icon beside words only decorates them: it is silent,
 * unless the one who uses it names it: `aria-hidden={false}` with an `aria-label`. One that is clicked itself keeps its name.
 * @throws Error when the library's module has changed, so that an update does not bring the names back unseen
 */
export const silentIcons: Plugin = {
  name: 'silent-icons',
  enforce: 'pre',
  transform(code, id) {
    if (!/@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js/u.test(id)) return undefined;
    if (!code.includes(NAMED)) throw new Error(`silent-icons: ${id} names its icons in another way now`);
    return { code: code.replace(NAMED, '...(onClick ? { "aria-label": icon.name } : { "aria-hidden": true })'), map: null };
  },
};
