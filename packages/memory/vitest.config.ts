import { defineConfig } from 'vitest/config';

/** The tests start processes with the built package; run `npx tsc -b packages/memory` first. */
export default defineConfig({
  test: { name: 'memory', include: ['test/**/*.test.ts'], globalSetup: ['../../scripts/setup/temporary-folder.mjs'], testTimeout: 30_000 },
});
