import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.js';
import type { Finding } from '../doctor/finding.js';
import { examine } from '../doctor/examine.js';
import { openLog } from '../log.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE, FAILED, wordsOf } from './command.js';

function readWords(args: readonly string[]): { json: boolean } {
  return wordsOf(() => ({ json: parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } }).values.json }));
}

const SIGNS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

function lineOf({ part, level, says, remedy }: Finding, width: number): string {
  const line = `${SIGNS[level]}  ${part.padEnd(width)}  ${says}`;
  return remedy === '' ? line : `${line}\n      ${''.padEnd(width)}  → ${remedy}`;
}

/** `footfall doctor`: what is wrong with an installation, and what to do about it. Exit status 1 when something is. */
export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor [--json]',
  summary: 'examine the installation and say what to do',
  async run(args) {
    const { json } = readWords(args);
    const config = readConfig();
    if (!existsSync(config.dataFolder)) throw new OperatorError(`there is no folder ${config.dataFolder}: set FOOTFALL_DATA to the folder of the installation.`);
    const findings = await examine(config, openLog(config.logLevel === 'info' ? 'fatal' : config.logLevel));
    const width = Math.max(...findings.map(({ part }) => part.length));
    process.stdout.write(json ? `${JSON.stringify({ data: config.dataFolder, findings })}\n` : `${config.dataFolder}\n${findings.map((found) => lineOf(found, width)).join('\n')}\n`);
    return findings.some(({ level }) => level === 'fail') ? FAILED : DONE;
  },
};
