/**
 * The fingerprint, measured on the file as it is served: how stable it is in Chromium through what happens to a browser,
 * and how many of 10,000 recorded browser profiles it tells apart. Fails when it changes where it must not, or stays
 * where it should change.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fingerprint, readTraits } from '../packages/tracker/dist/t2.js';
import { openBrowsers } from './support/fingerprint-browsers.mjs';
import { collisions } from './support/fingerprint-collisions.mjs';
import { here, table } from './support/measure.mjs';

const PROFILES = here('../../../shared/data/ua/intoli_user-agents.json');
const TRACKER = readFileSync(here('../../packages/tracker/dist/t2.js'));
const PAGE = `<!doctype html><title>fingerprint</title><script type="module">
  import { startSecond } from '/t2.js';
  window.read = async (canvas) => { const start = performance.now(); const facts = await startSecond('/collect', { canvas, id: false }).facts; return { f: facts.f, ms: performance.now() - start }; };
  window.loaded = true;
</script>`;

const server = createServer((request, response) => {
  const script = request.url?.startsWith('/t2.js');
  response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' }).end(script ? TRACKER : PAGE);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { stable, different, took } = await openBrowsers(`http://127.0.0.1:${server.address().port}/`);
server.close();
server.closeAllConnections();

const percent = (share) => `${(100 * share).toFixed(2)} %`;
const verdict = (same, wanted) => (same === wanted ? '' : '  NOT AS IT SHOULD BE');
process.stdout.write(`\nfingerprint, Chromium ${process.env.BENCH_CHROMIUM ?? 'of the system'}: must stay\n`);
process.stdout.write(`${table([['', 'fingerprint', 'same'], ...stable.map(({ what, f, same }) => [what, f, `${same ? 'yes' : 'no'}${verdict(same, true)}`])])}\n`);
process.stdout.write(`\nmust change\n${table([['', 'fingerprint', 'same'], ...different.map(({ what, f, same }) => [what, f, `${same ? 'yes' : 'no'}${verdict(same, false)}`])])}\n`);
process.stdout.write(`\nread in ${took.toFixed(0)} ms (median of the above, while the page was idle)\n`);
if (stable.some(({ same }) => !same) || different.some(({ same }) => same)) process.exitCode = 1;

if (existsSync(PROFILES)) {
  const { profiles, distinct, fingerprints, visitors } = collisions(JSON.parse(readFileSync(PROFILES, 'utf8')), (scope) => fingerprint(readTraits(scope)));
  process.stdout.write(`\ncollisions, ${profiles} recorded profiles (intoli/user-agents, BSD-2-Clause)\n`);
  process.stdout.write('Agent, platform, vendor, screen and language are recorded; time zone, cores, memory, touch, graphics and model are\nnot, so browsers that differ in those alone collide here and not on a site.\n\n');
  process.stdout.write(`profiles that differ in anything lasting: ${distinct}; fingerprints: ${fingerprints}\n\n`);
  process.stdout.write(
    `${table([
      ['visitors, drawn by weight', 'counted by fingerprint', 'by all that is recorded', 'shared with another', 'counted by stored id'],
      ...visitors.map(({ kind, num, counted, best, shared }) => [`${num} ${kind}`, `${Math.round(counted)} (${percent(counted / num)})`, `${Math.round(best)} (${percent(best / num)})`, percent(shared), `${num} (${percent(1)})`]),
    ])}\n`,
  );
} else {
  process.stdout.write('\ncollisions: not measured, the recorded profiles are not here (../shared/data/ua/intoli_user-agents.json)\n');
}
