import { ConfigError } from './config.js';
import { type Command, DONE, FAILED, UsageError, WRONG_USAGE } from './commands/command.js';
import { asksForHelp } from './commands/help.js';
import type { EarlyStart } from './early-start.js';
import { OperatorError } from './operator-error.js';

/** Each is loaded when it is asked for: all of them take a second of a slow machine. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['serve', async () => (await import('./commands/serve.js')).serve],
  ['import', async () => (await import('./commands/import.js')).importLogs],
  ['user', async () => (await import('./commands/user.js')).user],
  ['visitor', async () => (await import('./commands/visitor.js')).visitor],
  ['backup', async () => (await import('./commands/backup.js')).backup],
  ['restore', async () => (await import('./commands/restore.js')).restore],
  ['move', async () => (await import('./commands/move.js')).move],
  ['doctor', async () => (await import('./commands/doctor.js')).doctor],
  ['demo', async () => (await import('./commands/demo.js')).demo],
]);

async function usage(): Promise<string> {
  const commands = await Promise.all([...COMMANDS.values()].map((load) => load()));
  return `usage: footfall <command>\n\n${commands.map(({ usage: line, summary }) => `  ${line}\n${indented(summary)}\n`).join('\n')}`;
}

/** A text in lines of at most eighty letters, as terminals are wide. */
function indented(text: string): string {
  return text.replace(/(.{1,72})(?: |$)/gu, '      $1\n').trimEnd();
}

/** Runs the command that the arguments name and gives the exit status: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[], early: EarlyStart | null): Promise<number> {
  const [name = 'serve', ...rest] = args;
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(await usage());
    return DONE;
  }
  const load = COMMANDS.get(name);
  if (load === undefined) {
    process.stderr.write(`footfall: there is no command "${name}"\n\n${await usage()}`);
    return WRONG_USAGE;
  }
  const command = await load();
  if (asksForHelp(rest)) {
    process.stdout.write(`usage: footfall ${command.usage}\n\n${indented(command.summary)}\n`);
    return DONE;
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
