import type { LogFormat } from '../format.js';
import { apacheLineReader, type Head } from './apache-line.js';
import { clientAddress } from './client-address.js';

/**
 * Apache's and nginx' `combined`: `%h %l %u [%t] "%r" %>s %b "%{Referer}i" "%{User-agent}i"`. Lines that end after the bytes are
 * read too, as a server writes them while its configuration changes; of such a line nothing follows about the agent.
 */
export const combined: LogFormat = {
  name: 'combined',
  summary: 'Apache and nginx "combined": address, time, request, status, bytes, referrer, agent',
  createParser: () => apacheLineReader(readClientHead),
};

/** `address identity user`, where the user may hold blanks. */
export function readClientHead(head: string): Head | null {
  const first = head.indexOf(' ');
  if (first === -1) return null;
  if (head.charCodeAt(0) === QUOTE) return readQuotedList(head);
  if (head.charCodeAt(first - 1) !== COMMA) {
    // Nearly every line: an address, then at least two words.
    const second = head.indexOf(' ', first + 1);
    if (first === 0 || second === -1 || isAddressLike(head, first + 1, second)) return null;
    return { host: '', scheme: '', ip: head.slice(0, first), forwarded: '' };
  }
  const words = head.split(' ');
  const client = clientAddress(words.slice(0, -2));
  return client === null ? null : { host: '', scheme: '', ...client };
}

/** `"address, address" address identity user`: what proxies say in quotes, or a minus for nothing, and who connected. */
function readQuotedList(head: string): Head | null {
  const [, list = '', ip = ''] = QUOTED_LIST.exec(head) ?? [];
  return ip === '' ? null : { host: '', scheme: '', ip, forwarded: list === '-' ? '' : list.replaceAll(' ', '') };
}

const QUOTED_LIST = /^"([\da-f:., ]+|-)" ([\da-f:.]+) \S+ \S/iu;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;

/** Whether an address stands where the identity should: then the line has a virtual host in front. */
function isAddressLike(head: string, from: number, to: number): boolean {
  const word = head.slice(from, to);
  return word.charCodeAt(0) === COLON || /^(?:\d+\.\d+\.\d+\.\d+|[\da-f]+:[\da-f:.]*:[\da-f.]*),?$/iu.test(word);
}
