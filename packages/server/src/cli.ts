import { ConfigError } from './config.js';
import { DONE, FAILED, type Command, UsageError, WRONG_USAGE } from './commands/command.js';
import { backup } from './commands/backup.js';
import { demo } from './commands/demo.js';
import { doctor } from './commands/doctor.js';
import { importLogs } from './commands/import.js';
import { move } from './commands/move.js';
import { restore } from './commands/restore.js';
import { serve } from './commands/serve.js';
import { user } from './commands/user.js';
import { visitor } from './commands/visitor.js';
import type { EarlyStart } from './early-start.js';
import { OperatorError } from './operator-error.js';

const COMMANDS: readonly Command[] = [serve, importLogs, user, visitor, backup, restore, move, doctor, demo];

function usage(): string {
  const width = Math.max(...COMMANDS.map(({ usage: line }) => line.length));
  return `usage: footfall <command>\n\n${COMMANDS.map(({ usage: line, summary }) => `  ${line.padEnd(width)}  ${summary}`).join('\n')}\n`;
}

/** Runs the command that the arguments name and gives the exit status: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[], early: EarlyStart | null): Promise<number> {
  const [name = 'serve', ...rest] = args;
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(usage());
    return DONE;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    process.stderr.write(`footfall: there is no command "${name}"\n\n${usage()}`);
    return WRONG_USAGE;
  }
  try {
    return await command.run(rest, early);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`footfall: ${error.message}\nusage: footfall ${command.usage}\n`);
      return WRONG_USAGE;
    }
    if (error instanceof OperatorError || error instanceof ConfigError) {
      process.stderr.write(`footfall: ${error.message}\n`);
      return FAILED;
    }
    throw error;
  }
}
