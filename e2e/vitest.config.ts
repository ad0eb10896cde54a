import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'browser', include: ['*.test.ts'], globalSetup: ['../scripts/setup/temporary-folder.mjs'], fileParallelism: false, maxConcurrency: 3, testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } } });
