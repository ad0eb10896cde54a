import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'browser',
    include: ['*.test.ts'],
    globalSetup: ['../scripts/setup/temporary-folder.mjs', ...(process.env['FOOTFALL_TEST_METADATA'] === 'postgres' ? ['../scripts/setup/postgres-for-tests.mjs'] : [])],
    // Each file has a server, a data folder and a browser of its own. Much of its time is waiting: two files share two cores well.
    maxWorkers: 2,
    maxConcurrency: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
