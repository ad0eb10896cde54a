/** A mail server on loopback that speaks as much of SMTP as sending needs, encrypted from the start, later or never. */
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, createServer as createSecureServer, TLSSocket } from 'node:tls';

/** Of a certificate that nobody trusts unasked; it bears the name localhost. */
const file = (name: string): string => readFileSync(new URL(`mail-server/${name}.pem`, import.meta.url), 'utf8');
export const CERTIFICATE = file('certificate');
const KEY = file('key');

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Where there is a part for programs that draw. */
  readonly html?: string;
  readonly isEncrypted: boolean;
}

export interface MailReceiver {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Every line that a client said, but the message; "secret " stands before those that were encrypted. */
  readonly said: string[];
  /** What it offers beside mail: lines of the answer to EHLO. */
  offers: readonly string[];
  /** Recipients that it takes. */
  takes: (address: string) => boolean;
  /** Users and passwords that it takes, as AUTH PLAIN says them. */
  knows: (user: string, password: string) => boolean;
  /** Whether it says anything at all. */
  isMute: boolean;
  close(): Promise<void>;
}

const quoted = (text: string): Buffer => Buffer.from(text.replaceAll(/=\r\n/gu, '').replaceAll(/=([\dA-F]{2})/gu, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))), 'latin1');
const inBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** A body by its own headers. */
function bodyOf(head: string, body: string): string {
  const encoding = /^Content-Transfer-Encoding: (.*)$/imu.exec(head)?.[1]?.trim();
  const text = encoding === 'base64' ? inBase64(body) : quoted(encoding === 'quoted-printable' ? body : body.replaceAll('=', '=3D'));
  return text.toString().replaceAll('\r\n', '\n').trimEnd();
}

const cut = (message: string): readonly [head: string, body: string] => {
  const end = message.indexOf('\r\n\r\n');
  return [message.slice(0, end).replaceAll(/\r\n[ \t]/gu, ' '), message.slice(end + 4)];
};

/** Subject and text as whoever reads the mail sees them. Source: RFC 2045, RFC 2047. */
function decoded(message: string): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const [head, body] = cut(message);
  const subject = (/^Subject: (.*)$/mu.exec(head)?.[1] ?? '')
    .replaceAll(/(=\?[^?]*\?[BQ]\?[^?]*\?=) (?==\?)/gu, '$1')
    .replaceAll(/(?:=\?UTF-8\?[BQ]\?[^?]*\?=)+/gu, (words) => Buffer.concat([...words.matchAll(/\?([BQ])\?([^?]*)\?=/gu)].map(([, kind, word = '']) => (kind === 'B' ? inBase64(word) : quoted(word.replaceAll('_', ' '))))).toString());
  const boundary = /^Content-Type: multipart\/alternative;.*boundary="?([^"\r\n;]+)"?/imu.exec(head)?.[1];
  if (boundary === undefined) return { subject, text: bodyOf(head, body) };
  const parts = body.split(`--${boundary}`).slice(1, -1).map((part) => cut(part.replace(/^\r\n/u, '')));
  const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) => parts.filter(([partHead]) => partHead.includes(type)).map(([partHead, partBody]) => bodyOf(partHead, partBody))[0]);
  return { subject, text, html };
}

function converse(mail: MailReceiver, socket: Socket, isEncrypted: boolean, greets: boolean): void {
  let [waiting, from, to, message] = ['', '', [] as string[], null as string | null];
  const say = (line: string): void => void (mail.isMute || socket.write(`${line}\r\n`));
  const heard = (line: string): void => {
    if (message !== null) {
      if (line !== '.') {
        message += `${line.replace(/^\./u, '')}\r\n`;
        return;
      }
      mail.received.push({ from, to, isEncrypted, ...decoded(message) });
      message = null;
      say('250 taken');
      return;
    }
    mail.said.push(isEncrypted ? `secret ${line}` : line);
    const [verb = ''] = line.toUpperCase().split(/[ :]/u);
    const address = /<([^>]*)>/u.exec(line)?.[1] ?? '';
    if (verb === 'EHLO') ['here', ...mail.offers].forEach((offer, at) => say(`250${at === mail.offers.length ? ' ' : '-'}${offer}`));
    else if (verb === 'STARTTLS' && mail.offers.includes('STARTTLS')) {
      say('220 go on');
      socket.removeAllListeners('data');
      const secret = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert: CERTIFICATE, key: KEY }) });
      converse(mail, secret, true, false);
    } else if (verb === 'AUTH') {
      const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString().split('\0');
      say(mail.knows(user, password) ? '235 ok' : '535 no');
    } else if (verb === 'MAIL') {
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
  if (greets) say('220 a test');
}

/** @param secure encrypted from the start */
export async function startMailReceiver(secure: boolean): Promise<MailReceiver> {
  const sockets = new Set<Socket>();
  const talk = (socket: Socket): void => converse(mail, socket, secure, true);
  const server = secure ? createSecureServer({ cert: CERTIFICATE, key: KEY }, talk) : createServer(talk);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const mail: MailReceiver = {
    port: (server.address() as AddressInfo).port, received: [], said: [], offers: [], takes: () => true, knows: () => false, isMute: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return mail;
}
