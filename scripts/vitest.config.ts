import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'scripts', include: ['test/**/*.test.ts'], globalSetup: ['./setup/temporary-folder.mjs'], testTimeout: 60_000 } });
