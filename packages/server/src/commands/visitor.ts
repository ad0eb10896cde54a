import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.js';
import { askServer } from '../control/ask.js';
import { isServed } from '../control/control-client.js';
import { VISITOR_PATH } from '../control/control-server.js';
import { controlSocket } from '../control/socket-path.js';
import { type VisitorOutcome, visitorOutcome, visitorQuery, type VisitorWish } from '../control/visitor-answer.js';
import { openParts } from '../deps.js';
import { openLog } from '../log.js';
import { createAudit } from '../metadata/audit.js';
import { createVisitorData } from '../visitor-data.js';
import { type Command, DONE, UsageError, wordsOf } from './command.js';

const DRAIN = 60_000;

interface Words extends VisitorWish {
  readonly json: boolean;
}

function readWords(args: readonly string[]): Words {
  return wordsOf(() => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ip: { type: 'string' }, fingerprint: { type: 'string' }, site: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
    });
    const [verb, ...rest] = positionals;
    if ((verb !== 'export' && verb !== 'erase') || rest.length > 0) throw new UsageError('say export or erase');
    const { ip, fingerprint, site, json } = values;
    const value = (ip ?? fingerprint ?? '').trim();
    if ((ip === undefined) === (fingerprint === undefined) || value === '') throw new UsageError('give the visitor with --ip or with --fingerprint');
    return { verb, type: ip === undefined ? 'fingerprint' : 'ip', value, site: site.trim(), json };
  });
}

/** By the running server when there is one, else by this process alone. */
async function outcomeOf(config: Config, wish: VisitorWish): Promise<VisitorOutcome> {
  const socket = controlSocket(config.dataFolder);
  if (await isServed(socket)) return askServer<VisitorOutcome>(socket, `${VISITOR_PATH}?${visitorQuery(wish).toString()}`);
  const parts = await openParts(config, openLog(config.logLevel === 'info' ? 'warn' : config.logLevel));
  try {
    const audit = createAudit(parts.metadata.db, Date.now);
    return await visitorOutcome(wish, { visitorData: createVisitorData({ ...parts, audit }), directory: parts.directory, audit });
  } finally {
    await parts.close(DRAIN);
  }
}

/** `footfall visitor`: all that is stored of one visitor, handed out or erased. */
export const visitor: Command = {
  name: 'visitor',
  usage: 'visitor export|erase --ip ADDRESS | --fingerprint TEXT [--site DOMAIN] [--json]',
  summary: 'hand out or erase everything that is stored of one visitor',
  async run(args) {
    const { json, ...wish } = readWords(args);
    const { rows, removed } = await outcomeOf(readConfig(), wish);
    const total = Object.values(removed).reduce((sum, num) => sum + num, 0);
    if (wish.verb === 'export') {
      for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
      process.stderr.write(`${String(rows.length)} rows\n`);
    } else if (json) process.stdout.write(`${JSON.stringify({ removed, total })}\n`);
    else process.stdout.write(`removed ${String(total)} rows${total === 0 ? '' : `: ${Object.entries(removed).map(([table, num]) => `${table} ${String(num)}`).join(', ')}`}\n`);
    return DONE;
  },
};
