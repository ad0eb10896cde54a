import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node', 'import'] } },
  resolve: { conditions: ['source', 'node', 'import'] },
  test: { name: 'console', include: ['test/**/*.test.ts'], environment: 'node' },
});
