import type { Plugin } from 'vite';

const RESOLVED = '\0plain-tooltips';

/**
 * The component library's root drags in all that floats, for tooltips that share one bubble (`tooltip.unique`). The
 * console has none of these, and what floats comes with the screens that use it: 10 KB less before the first of them.
 * Should the library move the module, this finds nothing to replace, and the build's check of the weight tells.
 */
export const plainTooltips: Plugin = {
  name: 'plain-tooltips',
  enforce: 'pre',
  resolveId: (id, importer) => (id === '../tooltip/UniqueProvider' && importer?.includes('antd/es/config-provider/') ? RESOLVED : undefined),
  load: (id) => (id === RESOLVED ? 'export default ({ children }) => children;' : undefined),
};
