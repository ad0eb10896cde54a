/** Who receives alarms in tests: a webhook, and a mail server, both on loopback. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it answers from now on. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

const closed = (server: Pick<Server, 'close'>): Promise<void> => new Promise((resolve) => {
  server.close(() => resolve());
});

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      receiver.answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (response) => response.end('{"errcode":0,"code":0}'),
    async close() {
      server.closeAllConnections();
      await closed(server);
    },
  };
  return receiver;
}

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface MailReceiver {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Every line that a client said, but the message. */
  readonly said: string[];
  /** What it offers beside mail: lines of the answer to EHLO. */
  offers: readonly string[];
  /** Recipients that it takes. */
  takes: (address: string) => boolean;
  close(): Promise<void>;
}

function decoded(message: string): Pick<ReceivedMail, 'subject' | 'text'> {
  const [head = '', ...body] = message.split('\r\n\r\n');
  const line = /^Subject: (.*(?:\r\n .*)*)$/mu.exec(head)?.[1] ?? '';
  const words = [...line.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gu)].map(([, word = '']) => Buffer.from(word, 'base64'));
  return { subject: Buffer.concat(words).toString(), text: Buffer.from(body.join(''), 'base64').toString() };
}

/** A mail server that speaks as much of SMTP as sending needs. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const server = createTcpServer((socket) => {
    let [waiting, from, to, message] = ['', '', [] as string[], null as string | null];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const heard = (line: string): void => {
      if (message !== null) {
        if (line !== '.') {
          message += `${line}\r\n`;
          return;
        }
        mail.received.push({ from, to, ...decoded(message) });
        message = null;
        say('250 taken');
        return;
      }
      mail.said.push(line);
      const [verb = ''] = line.toUpperCase().split(/[ :]/u);
      const address = /<([^>]*)>/u.exec(line)?.[1] ?? '';
      if (verb === 'EHLO') ['here', ...mail.offers].forEach((offer, at) => say(`250${at === mail.offers.length ? ' ' : '-'}${offer}`));
      else if (verb === 'MAIL') {
        [from, to] = [address, []];
        say('250 ok');
      } else if (verb === 'RCPT') {
        if (mail.takes(address)) to = [...to, address];
        say(mail.takes(address) ? '250 ok' : '550 nobody of that name');
      } else if (verb === 'DATA') {
        message = '';
        say('354 go on');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else say('500 what?');
    };
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (piece: string) => {
      waiting += piece;
      const lines = waiting.split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) heard(line);
    });
    say('220 a test');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const mail: MailReceiver = { port: (server.address() as AddressInfo).port, received: [], said: [], offers: [], takes: () => true, close: () => closed(server) };
  return mail;
}
