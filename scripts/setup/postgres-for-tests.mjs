/**
 * For a run of vitest: a PostgreSQL that FOOTFALL_TEST_POSTGRES_URL names, unless it names one already. The tests make databases and
 * schemas called `footfall_test_…` on it. Without one, what needs it is left out, and that is said.
 */
import { startPostgres } from './postgres.mjs';

const NAME = 'FOOTFALL_TEST_POSTGRES_URL';

/** Before the first worker starts: workers inherit where it is. @returns what ends it */
export async function setup() {
  if (process.env[NAME]) return undefined;
  try {
    const postgres = await startPostgres();
    process.env[NAME] = postgres.url;
    return async () => {
      delete process.env[NAME];
      await postgres.remove();
    };
  } catch (error) {
    process.stderr.write(`footfall: without tests on PostgreSQL: ${error.message}\n`);
    return undefined;
  }
}
