/** Runs a command; its output goes to this process's standard error, or to whoever holds it back: results alone stand on standard output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean, hold?: (output: Buffer) => void }} [options] `hold` is given the output piece by piece
 * @returns {Promise<number>} exit code; 127 when the command is not there
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const output = options.hold ? 'pipe' : process.stderr;
    const child = spawn(command, args, { cwd: options.cwd ?? ROOT, env: options.env ?? process.env, stdio: ['ignore', options.quiet ? 'ignore' : output, output] });
    if (options.hold) for (const stream of [child.stdout, child.stderr]) stream?.on('data', options.hold);
    child.on('error', () => done(127));
    child.on(options.hold ? 'close' : 'exit', (code, signal) => done(code ?? (signal ? 1 : 0)));
  });
}

/** Ends this process with a message that says what to do. */
export function stop(message) {
  process.stderr.write(`\nfootfall: ${message}\n`);
  process.exit(1);
}
