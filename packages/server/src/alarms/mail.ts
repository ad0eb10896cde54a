/**
 * Hands one message to a mail server.
 *
 * Invariants: a password goes over an encrypted connection only; the address connected to is the one that was looked up; nothing of a reply is shown.
 */
import { isIP } from 'node:net';
import MailComposer from 'nodemailer/lib/mail-composer';
import SmtpConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';

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
  /** The same for mail programs that draw; none where text is all. */
  readonly html?: string;
}

/** The server said no, or can not be trusted with a password. */
export class MailRefused extends Error {}

/** Bytes that a reply may have. */
const MOST_REPLY = 65_536;
/** What the library calls failures that trying another way would not mend; beside them, every reply with a code. */
const REFUSALS = new Set(['ETLS', 'EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE']);

function asRefusal(error: Error): Error {
  const { code, responseCode } = error as Error & { readonly code?: string; readonly responseCode?: number };
  return responseCode !== undefined || (code !== undefined && REFUSALS.has(code)) ? new MailRefused('the server does not take the message', { cause: error }) : error;
}

/**
 * Sends a message. Gives the recipients that the server does not know; the others have it.
 * @param at milliseconds UTC, its date
 * @param signal ends the attempt, and with it the connection
 * @throws MailRefused when the server takes it for nobody; any other error when it can not be reached, or the time is up
 */
export async function sendMail({ address, port, host, secure, user, password }: MailServer, { sender, recipients, subject, text, html }: Mail, at: number, signal: AbortSignal): Promise<readonly string[]> {
  const message = new MailComposer({ from: sender, to: [...recipients], subject, text, ...(html === undefined ? {} : { html }), date: new Date(at), headers: { 'Auto-Submitted': 'auto-generated' }, disableFileAccess: true, disableUrlAccess: true }).compile();
  const connection = new SmtpConnection({ host: address, port, secure, requireTLS: user !== '', name: 'footfall', maxResponseSize: MOST_REPLY, socketCloseTimeout: 0, tls: isIP(host) === 0 ? { servername: host } : {} });
  const failed = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject);
    signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true });
  });
  const step = <T>(begin: (done: (error?: Error | null, value?: T) => void) => void): Promise<T | undefined> =>
    Promise.race([failed, new Promise<T | undefined>((resolve, reject) => begin((error, value) => (error ? reject(error) : resolve(value))))]);
  try {
    signal.throwIfAborted();
    await step((done) => connection.connect(done));
    if (user !== '') await step((done) => connection.login({ user, pass: password }, done));
    const { from, to } = message.getEnvelope();
    const sent = await step<SMTPConnectionSendInfo>((done) => connection.send({ from, to }, message.createReadStream(), done));
    return sent?.rejected ?? [];
  } catch (error) {
    throw error instanceof Error ? asRefusal(error) : error;
  } finally {
    connection.close();
  }
}
