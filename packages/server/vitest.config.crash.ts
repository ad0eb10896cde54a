import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node'] } },
  resolve: { conditions: ['source', 'node'] },
  test: { name: 'crash', include: ['test/crash/**/*.test.ts'], globalSetup: ['../../scripts/setup/temporary-folder.mjs'], hookTimeout: 60_000 },
});
