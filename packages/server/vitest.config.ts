import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node'] } },
  resolve: { conditions: ['source', 'node'] },
  test: { name: 'server', include: ['test/**/*.test.ts'], globalSetup: ['../../scripts/setup/temporary-folder.mjs'], exclude: ['test/crash/**', 'test/long/**'], testTimeout: 20_000, hookTimeout: 60_000 },
});
