import type { LogFormat } from '../format.js';
import { apacheLineReader, type Head } from './apache-line.js';
import { clientAddress } from './client-address.js';

/** `combined` with the virtual host in front, with or without port: Debian's `vhost_combined`, and nginx with `$host`. */
export const virtualHost: LogFormat = {
  name: 'vhost',
  summary: 'combined with the virtual host in front: "host:port address - - [time] ..."',
  createParser: () => apacheLineReader(headReader()),
};

/** A host of the usual letters with an optional port, or an IPv6 address in brackets with one. */
const HOST = /^(?:\[([\da-f:.]+)\]|([\w-]+(?:\.[\w-]+)*\.?))(?::(\d{1,5}))?$/iu;

/** Servers of one log answer for a handful of hosts, so the last one is remembered. */
function headReader(): (head: string) => Head | null {
  let knownWord = '';
  let known: Pick<Head, 'host' | 'scheme'> | null = null;
  return (head) => {
    const first = head.indexOf(' ');
    if (first < 1) return null;
    const word = head.slice(0, first);
    if (word !== knownWord) {
      known = readHost(word);
      knownWord = word;
    }
    if (known === null) return null;
    const words = head.slice(first + 1).split(' ');
    if (words.length < 3) return null;
    const client = words.length === 3 || !words[0]?.endsWith(',') ? { ip: words[0] ?? '', forwarded: '' } : clientAddress(words.slice(0, -2));
    return client === null || client.ip === '' || client.ip === '-' ? null : { host: known.host, scheme: known.scheme, ...client };
  };
}

function readHost(word: string): Pick<Head, 'host' | 'scheme'> | null {
  const match = HOST.exec(word);
  if (match === null) return null;
  const host = (match[1] ?? match[2] ?? '').replace(/\.$/u, '').toLowerCase();
  return { host, scheme: schemeOfPort(match[3]) };
}

/** Port 80 is http and 443 https; another port, or none, does not tell. */
function schemeOfPort(port: string | undefined): Head['scheme'] {
  if (port === '80') return 'http';
  return port === '443' ? 'https' : '';
}
