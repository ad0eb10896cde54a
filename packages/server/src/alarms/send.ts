/** Sends what is to be said to one channel. */
import type { AlarmSendState } from '@footfall/contract';
import type { ChannelAddress } from '../metadata/alarm-channels.js';
import { addressOf, ForbiddenAddress } from '../outbound/private-addresses.js';
import { type Mail, MailRefused, sendMail } from './mail.js';
import { isTaken, requestOf, type Said, type Speaker, textOf } from './message.js';
import { post } from './webhook.js';

const MAIL_TIMEOUT = 20_000;
const SECURE_PORT = 465;
const USUAL_PORT = 587;
const NEVER = new AbortController().signal;

/** Addresses of a list with commas between. */
export function recipientsOf(text: string): string[] {
  return text.split(/[,;]/u).map((one) => one.trim()).filter((one) => one !== '');
}

/**
 * Hands a mail to the server of an address such as `smtps://user:password@host`. Never rejects.
 * @param at milliseconds UTC, its date @param allowPrivate whether it may lead to loopback and private addresses @param stop ends it before its time
 */
export async function sendMailFrom(url: string, message: Mail, at: number, allowPrivate: boolean, stop: AbortSignal): Promise<AlarmSendState> {
  const signal = AbortSignal.any([AbortSignal.timeout(MAIL_TIMEOUT), stop]);
  try {
    const { hostname, port, protocol, username, password } = new URL(url);
    const { address } = await addressOf(hostname, allowPrivate, signal);
    const secure = protocol === 'smtps:';
    const server = { address, host: hostname.replace(/^\[(.*)\]$/u, '$1'), port: port === '' ? (secure ? SECURE_PORT : USUAL_PORT) : Number(port), secure, user: decodeURIComponent(username), password: decodeURIComponent(password) };
    const rejected = await sendMail(server, message, at, signal);
    return rejected.length === 0 ? 'sent' : 'partly';
  } catch (error) {
    if (error instanceof ForbiddenAddress) return 'forbidden';
    if (error instanceof MailRefused) return 'refused';
    return signal.aborted ? 'timeout' : 'unreachable';
  }
}

function mailOf({ sender, recipients }: ChannelAddress, said: Said, speaker: Speaker): Mail {
  const { title, lines } = textOf(said, speaker);
  return { sender, recipients: recipientsOf(recipients), subject: `${title}: ${lines[0] ?? ''}`, text: lines.join('\n') };
}

/** Never rejects. @param allowPrivate whether it may lead to loopback and private addresses @param stop ends it before its time */
export async function sendTo(channel: ChannelAddress, said: Said, speaker: Speaker, allowPrivate: boolean, stop: AbortSignal = NEVER): Promise<AlarmSendState> {
  const { kind } = channel;
  if (kind === 'email') return sendMailFrom(channel.url, mailOf(channel, said, speaker), said.at, allowPrivate, stop);
  if (!URL.canParse(channel.url)) return 'forbidden';
  const { url, body } = requestOf(kind, channel, said, speaker, Date.now());
  return post(url, body, { allowPrivate, stop, taken: (answer) => isTaken(kind, answer) });
}
