import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node', 'import'] } },
  resolve: { conditions: ['source', 'node', 'import'] },
  // Files share the modules of their worker, which are most of the suite's time.
  test: { name: 'console', include: ['test/**/*.test.ts'], environment: 'node', isolate: false },
});
