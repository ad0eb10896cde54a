import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'tracker', include: ['test/**/*.test.ts'] } });
