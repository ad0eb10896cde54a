/**
 * A long download over HTTP against the engine's own CSV of the same rows and columns, run bare in chDB in this process on the same
 * folder: rows a second of each, and the resident memory of the server and its engine while it runs, which must not grow
 * with the rows. BENCH_ROWS says how many (5,000,000).
 */
import http from 'node:http';
import { openBare } from './support/bare-store.mjs';
import { benchFolder, call, startFootfall } from './support/footfall.mjs';
import { table } from './support/measure.mjs';
import { watchTree } from './support/process-tree.mjs';
import { fillVisits } from './support/visits-sql.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 5_000_000);
const COLUMNS = ['created_at', 'ip', 'country_code', 'url', 'referer', 'browser_name', 'browser_version', 'os_name', 'device_type', 'device_model', 'screen_resolution', 'fingerprint'];
const MB = 1_048_576;

/** Reads a download to its end, and counts. */
function download({ port, token }, body) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: '/api/report/export', method: 'POST', headers: { authorization: token, 'content-type': 'application/json' } }, (response) => {
      let bytes = 0;
      let lines = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      });
      response.once('end', () => resolve({ status: response.statusCode, bytes, lines, total: Number(response.headers['x-total-rows']), seconds: (performance.now() - started) / 1_000 }));
      response.once('error', reject);
    });
    request.once('error', reject);
    request.end(JSON.stringify(body));
  });
}

const { folder, remove } = benchFolder();
const first = await startFootfall(folder);
for (let id = 1; id <= 20; id++) await call(first.url, '/website/add', { token: first.token, body: { name: `Site ${id}`, domain: `site${id}.bench.example` } });
await first.stop();
const bare = await openBare(folder);
await fillVisits(bare, 0, ROWS);
await bare.run('OPTIMIZE TABLE visits FINAL', 'Null');
const out = `${folder}/bare.csv`;
const began = performance.now();
await bare.run(`SELECT ${COLUMNS.join(', ')} FROM visits ORDER BY created_at DESC, id DESC INTO OUTFILE '${out}' FORMAT CSVWithNames SETTINGS max_bytes_before_external_sort = 200000000`, 'Null');
const own = (performance.now() - began) / 1_000;
bare.close();

const rows = [['', 'rows', 'seconds', 'rows/s', 'of the engine’s', 'peak of server', 'peak of engine']];
rows.push(['the engine’s own CSV', ROWS, own.toFixed(1), Math.round(ROWS / own), '1.00', '', '']);
const server = await startFootfall(folder);
for (const { name, input } of [
  { name: 'a tenth of it', input: { page_size: Math.round(ROWS / 10) } },
  { name: 'all of it', input: { page_size: 9_999_999 } },
  { name: 'one site, half of it', input: { domain: 'site1.bench.example', page_size: 9_999_999 } },
]) {
  const watch = watchTree(server.child.pid);
  const { status, total, lines, seconds } = await download(server, { fields: COLUMNS, ...input });
  const { each } = watch.stop();
  if (status !== 200 || lines !== total + 1) throw new Error(`${name}: ${status}, ${lines} lines of ${total} rows`);
  const node = each.find(({ pid }) => pid === server.child.pid)?.peak ?? 0;
  const engine = Math.max(0, ...each.filter(({ pid }) => pid !== server.child.pid).map(({ peak }) => peak));
  rows.push([name, total, seconds.toFixed(1), Math.round(total / seconds), (total / seconds / (ROWS / own)).toFixed(2), `${Math.round(node / MB)} MB`, `${Math.round(engine / MB)} MB`]);
}
await server.stop();
remove();
process.stdout.write(`${table(rows)}\n`);
