import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { OperatorError } from '../operator-error.js';

type Line<R> = { readonly progress: unknown } | { readonly result: R } | { readonly failure: string };

/**
 * Has the running server do something that lasts; it is broken off with this process.
 * @param again what to do when the server goes away meanwhile
 * @throws OperatorError with the server's words when it can not
 */
export function runOnServer<R>(socket: string, path: string, progress: (at: unknown) => void, again: string): Promise<R> {
  return new Promise((resolve, reject) => {
    const broken = (reason: string): void => reject(new OperatorError(`the running server broke off (${reason}): ${again}`));
    const asking = request({ socketPath: socket, path, method: 'POST' }, (response) => {
      if (response.statusCode !== 200) reject(new OperatorError('the running server does not know this command: it is an older one. Restart it.'));
      const lines = createInterface({ input: response });
      lines.on('line', (text) => {
        const line = JSON.parse(text) as Line<R>;
        if ('progress' in line) progress(line.progress);
        else if ('result' in line) resolve(line.result);
        else reject(new OperatorError(line.failure));
      });
      response.on('error', (error) => broken(error.message));
      lines.on('close', () => broken('it ended'));
    });
    asking.on('error', (error) => broken(error.message));
    asking.end();
  });
}
