import { STATUS_CODES } from 'node:http';
import { type Answer, KEPT } from '../answers.js';

/** Writes answers as they go over the network; keeps what is the same for a second. */
export interface AnswerTexts {
  /** @param last whether the connection ends with it. */
  of(answer: Answer, last: boolean): string;
}

/** @param keepAliveMs how long a connection may stay without a request. @param now milliseconds UTC. */
export function createAnswerTexts(keepAliveMs: number, now: () => number): AnswerTexts {
  const kept = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`;
  let second = NaN;
  let date = '';
  let usual = '';

  const text = ({ status, headers, body }: Answer, last: boolean): string => {
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields}${date}${last ? 'connection: close\r\n' : kept}\r\n${body}`;
  };

  return {
    of(answer, last) {
      const at = Math.floor(now() / 1_000);
      if (at !== second) {
        second = at;
        date = `date: ${new Date(at * 1_000).toUTCString()}\r\n`;
        usual = text(KEPT, false);
      }
      return answer === KEPT && !last ? usual : text(answer, last);
    },
  };
}
