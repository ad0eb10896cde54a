import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node'] } },
  resolve: { conditions: ['source', 'node'] },
  test: {
    name: 'server',
    include: ['test/**/*.test.ts'],
    exclude: ['test/crash/**', 'test/long/**'],
    globalSetup: ['../../scripts/setup/temporary-folder.mjs', '../../scripts/setup/postgres-for-tests.mjs'],
    // One less than there are cores unless told otherwise, so one of two: but files wait for disks and engines, too.
    maxWorkers: 2,
    // Files share the modules of their worker: what each would load anew is a fifth of the suite's time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
