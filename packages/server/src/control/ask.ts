import { request } from 'node:http';
import { OperatorError } from '../operator-error.js';

/**
 * Asks the running server for one thing, however long it takes.
 * @throws OperatorError with the server's words when it can not
 */
export function askServer<T>(socket: string, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const broken = (error: unknown): void => reject(new OperatorError(`the running server broke off: ${error instanceof Error ? error.message : String(error)}.`, { cause: error }));
    const asking = request({ socketPath: socket, path, method: 'POST' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', broken);
      response.on('end', () => {
        try {
          const message = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { result?: T; failure?: string };
          if (message.result === undefined) reject(new OperatorError(message.failure ?? 'the running server gave no answer: update it, it may be an older one.'));
          else resolve(message.result);
        } catch (error) {
          broken(error);
        }
      });
    });
    asking.on('error', broken);
    asking.end();
  });
}
