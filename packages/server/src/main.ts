import { startEarly } from './early-start.js';

const args = process.argv.slice(2);
const early = startEarly(args);
try {
  const { run } = await import('./cli.js');
  process.exitCode = await run(args, early);
} finally {
  await early?.end();
}
