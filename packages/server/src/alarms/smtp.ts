/**
 * Hands one message to a mail server. Source: RFC 5321 (SMTP), RFC 3207 (STARTTLS), RFC 4954 (AUTH), RFC 2047 (words in headers).
 *
 * Invariants: a password goes over an encrypted connection only; nothing of a reply but its code is used.
 */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { connect as connectSecurely } from 'node:tls';

export interface MailServer {
  /** Where to connect. */
  readonly address: string;
  readonly port: number;
  /** The name that its certificate has to bear. */
  readonly host: string;
  /** Encrypted from the start; else as soon as the server offers it. */
  readonly secure: boolean;
  /** '' for none. */
  readonly user: string;
  readonly password: string;
}

export interface Mail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The server said no, or can not be trusted with a password. */
export class MailRefused extends Error {}

/** Lines and bytes that a reply may have. */
const MOST_LINES = 100;
const MOST_BYTES = 65_536;
/** Bytes of text in one word of a header. */
const MOST_WORD = 45;

/** One connection: sends a line, hears a reply. */
class Conversation {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#reader = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    // A connection that breaks has no end, and nobody may wait for its next line.
    socket.once('close', () => this.#reader.close());
  }

  /** The lines of a reply, without their codes. @throws MailRefused unless its code begins with the digit */
  async hear(digit: '2' | '3'): Promise<string[]> {
    const said: string[] = [];
    for (let i = 0; i < MOST_LINES; i += 1) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error('the connection was closed');
      if (this.#socket.bytesRead > MOST_BYTES) throw new MailRefused('a reply without end');
      said.push(value.slice(4));
      if (value[3] !== '-') {
        if (!value.startsWith(digit)) throw new MailRefused(`the server answers ${value.slice(0, 3)}`);
        return said;
      }
    }
    throw new MailRefused('a reply without end');
  }

  async say(line: string, digit: '2' | '3' = '2'): Promise<string[]> {
    this.#socket.write(`${line}\r\n`);
    return this.hear(digit);
  }

  /** Leaves the connection to whoever goes on with it. */
  release(): Socket {
    this.#reader.close();
    this.#socket.removeAllListeners('data');
    return this.#socket;
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const folded = (text: string): string => base64(text).replaceAll(/.{76}/gu, '$&\r\n');
/** Text as words of a header, each of at most 75 characters. Source: RFC 2047, section 2. */
function headerWords(text: string): string {
  const words: string[] = [''];
  for (const character of text) {
    const last = words.length - 1;
    if (Buffer.byteLength((words[last] ?? '') + character) > MOST_WORD) words.push(character);
    else words[last] += character;
  }
  return words.map((word) => `=?UTF-8?B?${base64(word)}?=`).join('\r\n ');
}

const addressIn = (text: string): string => /<([^<>]+)>\s*$/u.exec(text)?.[1] ?? text.trim();

/** The message as it is sent; its body is base64, so that no line of it can end it. */
function mailText({ sender, recipients, subject, text }: Mail, at: number): string {
  const headers = [`From: <${addressIn(sender)}>`, `To: ${recipients.map((one) => `<${addressIn(one)}>`).join(', ')}`, `Subject: ${headerWords(subject)}`, `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`, `Message-ID: <${at}.${Math.random().toString(36).slice(2)}@footfall>`];
  return [...headers, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', 'Auto-Submitted: auto-generated', '', folded(text), ''].join('\r\n');
}

/**
 * Sends a message.
 * @throws MailRefused when the server takes it not; any other error when it can not be reached, or the time is up
 */
export async function sendMail(server: MailServer, mail: Mail, at: number, signal: AbortSignal): Promise<void> {
  const { address: host, port, secure } = server;
  const opened: Socket[] = [];
  const keep = <S extends Socket>(socket: S): S => {
    // What fails is heard by whoever waits for a line.
    socket.on('error', () => undefined);
    opened.push(socket);
    return socket;
  };
  const encrypted = async (over?: Socket): Promise<Socket> => {
    const socket = keep(connectSecurely({ ...(over === undefined ? { host, port } : { socket: over }), ...(isIP(server.host) === 0 ? { servername: server.host } : {}) }));
    await once(socket, 'secureConnect', { signal });
    return socket;
  };
  const cut = (): void => {
    for (const socket of opened) socket.destroy();
  };
  signal.addEventListener('abort', cut, { once: true });
  try {
    const first = secure ? await encrypted() : keep(connect({ host, port }));
    if (!secure) await once(first, 'connect', { signal });
    let talk = new Conversation(first);
    await talk.hear('2');
    let offers = await talk.say('EHLO footfall');
    let isSafe = secure;
    if (!secure && offers.some((offer) => /^STARTTLS$/iu.test(offer.trim()))) {
      await talk.say('STARTTLS');
      talk = new Conversation(await encrypted(talk.release()));
      offers = await talk.say('EHLO footfall');
      isSafe = true;
    }
    if (server.user !== '') {
      if (!isSafe) throw new MailRefused('no password over a connection that is not encrypted');
      if (offers.some((offer) => /^AUTH\b.*\bPLAIN\b/iu.test(offer))) await talk.say(`AUTH PLAIN ${base64(`\0${server.user}\0${server.password}`)}`);
      else {
        await talk.say('AUTH LOGIN', '3');
        await talk.say(base64(server.user), '3');
        await talk.say(base64(server.password));
      }
    }
    await talk.say(`MAIL FROM:<${addressIn(mail.sender)}>`);
    for (const recipient of mail.recipients) await talk.say(`RCPT TO:<${addressIn(recipient)}>`);
    await talk.say('DATA', '3');
    await talk.say(`${mailText(mail, at)}\r\n.`);
    await talk.say('QUIT').catch(() => undefined);
  } finally {
    signal.removeEventListener('abort', cut);
    cut();
  }
}
