import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { weightPlugin } from '../../scripts/setup/weight.mjs';
import { en } from './src/i18n/texts/en.ts';
import { es } from './src/i18n/texts/es.ts';
import { ja } from './src/i18n/texts/ja.ts';
import { zh } from './src/i18n/texts/zh.ts';
import { fileGroups } from './vite/files.ts';
import { plainTooltips } from './vite/plain-tooltips.ts';
import { silentIcons } from './vite/silent-icons.ts';
import { textParts } from './vite/text-parts.ts';
import { titleReadingsModule } from './vite/title-readings.ts';
import { withoutProse } from './vite/without-prose.ts';

/** Where `vite dev` finds the server: its default port. */
const SERVER = 'http://127.0.0.1:8600';

/** The release, for the error log. */
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  base: '/',
  define: { FOOTFALL_VERSION: JSON.stringify(version) },
  plugins: [react(), plainTooltips, silentIcons, titleReadingsModule(zh), textParts({ en, es, ja, zh }), withoutProse, weightPlugin],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy is `script-src 'self'`: nothing may be written into the HTML or into a data: script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: fileGroups(fileURLToPath(new URL('src', import.meta.url))) },
        // The bundler names what several share by all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0] ?? name}-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/t.js': SERVER, '/collect': SERVER } },
});
