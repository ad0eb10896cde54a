import { defineConfig } from 'vitest/config';

/** The minute in which many clients mix questions that fail with others: a suite of its own, for the other tests of the engine measure times. */
export default defineConfig({
  test: { name: 'leak', include: ['test/leak/**/*.test.ts'], globalSetup: ['../../scripts/setup/temporary-folder.mjs'], hookTimeout: 60_000 },
});
