import type { LogFormat } from '../format.js';
import { customFormat } from './custom.js';
import { splitHost } from './fields.js';

const columns = customFormat(String.raw`%v,%p,%h,%l,%u,%t,%I,%{total}O,%S,%B,%{ms}T,%D,%^FB,%>s,"%H","%m","%U","%q","%{Referer}i","%{User-Agent}i",%{rest}x`);

/**
 * Apache in columns behind commas, the `LogFormat` named csv2mysql that the project http-logs-to-mysql has servers write (its README, "Log formats");
 * what follows the agent, a cookie and an id, is of no use here.
 */
export const csv2mysql: LogFormat = {
  name: 'csv2mysql',
  summary: 'Apache in columns behind commas, as http-logs-to-mysql has it written',
  createParser() {
    const read = columns.createParser();
    return (line) => {
      const record = read(line);
      // The port stands behind the host.
      return record === null ? null : { ...record, scheme: splitHost(line.split(',', 2).join(':')).scheme };
    };
  },
};
