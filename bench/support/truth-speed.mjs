/** What reading an agent costs, in microseconds of processor time, so that a busy machine disturbs less. */
import { createAgentReader, readAgent } from '../../packages/server/dist/enrich/agent.js';
import { median, table } from './measure.mjs';

const ROUNDS = 5;
const micros = (count, work) => {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / count;
};

export async function printSpeed({ agents, parse, isbot }) {
  const known = createAgentReader();
  const few = agents.slice(0, 2_000);
  const cases = {
    'Footfall, an agent never seen': [agents.length, () => agents.forEach((agent) => readAgent(agent))],
    'Footfall, an agent seen before': [few.length * 50, () => {
      for (let turn = 0; turn < 50; turn += 1) for (const agent of few) known(agent);
    }],
    'ua-parser-js, any agent': [agents.length, () => agents.forEach((agent) => parse(agent))],
    'isbot, any agent': [agents.length, () => agents.forEach((agent) => isbot(agent))],
  };
  for (const agent of few) known(agent);
  const figures = Object.entries(cases).map(([name, [count, work]]) => {
    work();
    const each = median(Array.from({ length: ROUNDS }, () => micros(count, work)));
    return [name, each.toFixed(2), Math.round(1e6 / each).toLocaleString('en')];
  });
  process.stdout.write(`${table([['', 'µs', 'agents/s'], ...figures])}\n`);
}
