import { defineConfig } from 'vitest/config';

/** The tests start the built process; run `npx tsc -b packages/engine` first. */
export default defineConfig({
  test: {
    name: 'engine',
    include: ['test/**/*.test.ts'],
    exclude: ['test/leak/**'],
    globalSetup: ['../../scripts/setup/temporary-folder.mjs'],
    // Each file runs an engine with threads of its own; two at once would only measure each other.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
