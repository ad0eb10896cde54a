/** A mail server on loopback that takes every mail. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface MailServer {
  readonly port: number;
  /** Whole messages, as they came. */
  readonly received: string[];
  close(): Promise<void>;
}

function converse(socket: Socket, received: string[]): void {
  let waiting = '';
  let message: string[] | undefined;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const heard = (line: string): void => {
    if (message !== undefined) {
      if (line !== '.') return void message.push(line.replace(/^\./u, ''));
      received.push(message.join('\r\n'));
      message = undefined;
      return say('250 taken');
    }
    const verb = line.toUpperCase().split(/[ :]/u)[0];
    if (verb === 'DATA') {
      message = [];
      return say('354 go on');
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    return say('250 ok');
  };
  socket.setEncoding('utf8').on('error', () => undefined).on('data', (piece: string) => {
    const lines = (waiting + piece).split('\r\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) heard(line);
  });
  say('220 a test');
}

/** Starts one on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    converse(socket, received);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The part of a message that is of a type, decoded. */
export function partOf(message: string, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="?([^"\r\n;]+)"?/iu.exec(message)?.[1] ?? '';
  const part = message.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.replace(/^\r\n/u, '').split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/base64/iu.test(head)) return Buffer.from(text, 'base64').toString();
  return Buffer.from(text.replaceAll(/=\r\n/gu, '').replaceAll(/=([\dA-F]{2})/gu, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))), 'latin1').toString();
}
