/** chDB in this very process, on the folder of a stopped Footfall: what a question costs without anything around it. */
import { join } from 'node:path';
import { Session } from 'chdb';
import { bindParameters } from '../../packages/engine/dist/sql/parameters.js';

const DATABASE = 'footfall';

export async function openBare(folder, memory = 4 * 1024 ** 3) {
  const session = new Session(join(folder, 'visits', 'store'), {
    connectionArgs: [`--max_server_memory_usage=${memory}`, '--max_threads=2', '--async_insert=0', '--output_format_json_quote_64bit_integers=1', '--max_query_size=67108864'],
  });
  await session.queryAsync(`USE ${DATABASE}`, { format: 'Null' });
  return {
    run: (sql, format = 'JSON') => session.queryAsync(sql, { format }),
    close: () => session.close(),
  };
}

const text = (value) => (Array.isArray(value) ? `[${value.map((one) => (typeof one === 'string' ? `'${one.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : one)).join(',')}]` : String(value));

/** The text that the engine runs for a question, its parameters bound. */
export function boundSql({ sql, params }) {
  return bindParameters(sql, new Map(Object.entries(params).map(([name, value]) => [name, text(value)])));
}
