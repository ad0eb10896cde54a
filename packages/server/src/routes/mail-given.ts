import { recipientsOf } from '../alarms/send.js';
import type { FieldProblem } from '../http/input.js';

/** One address as mail servers take it, with or without a name before it; nothing that could begin another command. */
const MAIL_ADDRESS = /^[^\s<>@,;:"]{1,64}@[^\s<>@,;:"]{1,253}$|^[^<>@,;]{0,100}<[^\s<>@,;:"]{1,64}@[^\s<>@,;:"]{1,253}>$/u;
const MOST_RECIPIENTS = 50;

/** Scheme, host and port of an address: the rest of it may be secret. '' for what is none. */
export function targetOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** What is wrong with an address of one of the given schemes. @param message says what to give */
export function addressProblems(url: string, schemes: readonly string[], message: string): FieldProblem[] {
  const target = URL.canParse(url) ? new URL(url) : null;
  return target === null || !schemes.includes(target.protocol) || target.hostname === '' ? [{ path: 'url', message }] : [];
}

/** What is wrong with a mail server and who it sends as. */
export function mailServerProblems(url: string, sender: string): FieldProblem[] {
  const problems = addressProblems(url, ['smtp:', 'smtps:'], 'give a mail server such as smtps://user:password@mail.example');
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target !== null && [target.username, target.password].some((text) => /%(?![\da-f]{2})/iu.test(text) || /%0[0ad]/iu.test(text))) problems.push({ path: 'url', message: 'write special characters of user and password percent-encoded' });
  if (!MAIL_ADDRESS.test(sender)) problems.push({ path: 'sender', message: 'give an e-mail address' });
  return problems;
}

/** What is wrong with a list of recipients. */
export function recipientProblems(recipients: string): FieldProblem[] {
  const list = recipientsOf(recipients);
  return list.length === 0 || list.length > MOST_RECIPIENTS || !list.every((one) => MAIL_ADDRESS.test(one)) ? [{ path: 'recipients', message: `give up to ${MOST_RECIPIENTS} e-mail addresses with commas between` }] : [];
}
