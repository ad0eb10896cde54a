import { defineConfig } from 'vitest/config';

/** Two files at once: half of their time is waiting for what was killed, and the second load makes the moments in which it dies no less random. */
export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node'] } },
  resolve: { conditions: ['source', 'node'] },
  test: { name: 'crash', include: ['test/crash/**/*.test.ts'], globalSetup: ['../../scripts/setup/temporary-folder.mjs'], maxWorkers: 2, hookTimeout: 60_000 },
});
