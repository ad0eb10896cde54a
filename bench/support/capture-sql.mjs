/** The SQL that each question asks, as the server's own code makes it: the parts of the server in this process, the store listened to. */
import { pino } from 'pino';
import { readConfig } from '../../packages/server/dist/config.js';
import { openParts } from '../../packages/server/dist/deps.js';
import { routesOf } from '../../packages/server/dist/routes-of.js';
import { endpoints } from '@footfall/contract';
import { TIME_ZONE } from './footfall.mjs';

const context = { user: { id: 1, username: 'admin', nickname: '', avatar: '', introduction: '', roles: ['admin'], grants: { isAdmin: true, routes: [], sites: 'all' } }, sessionFamily: null, signal: new AbortController().signal, requestId: 'bench', language: 'en', address: '127.0.0.1', agent: '' };

/**
 * @param questions [name, group, endpoint, input]
 * @returns for each question the statements it asks, in order: {sql, params, rowsRead}
 */
export async function captureSql(folder, questions) {
  const parts = await openParts(readConfig({ FOOTFALL_DATA: folder, FOOTFALL_TIMEZONE: TIME_ZONE }), pino({ level: 'warn' }));
  try {
    let heard = [];
    const warehouse = { ...parts.warehouse, answers: null, async query(sql, params, options) {
      const statement = { sql, params, rowsRead: 0 };
      heard.push(statement);
      const answer = await parts.warehouse.query(sql, params, options);
      statement.rowsRead = answer.statistics.rows_read;
      return answer;
    } };
    const handlers = routesOf({ ...parts, warehouse }, { audit: { record: () => undefined } }, Date.now);
    const asked = [];
    for (const [, group, name, input] of questions) {
      heard = [];
      // One that takes too long has asked all the same.
      await handlers[group][name](endpoints[group][name].input.parse(input), context).catch((error) => process.stderr.write(`${group}.${name}: ${String(error)}\n`));
      asked.push(heard);
    }
    return asked;
  } finally {
    await parts.close(5_000);
  }
}
