/**
 * What strangers send must not become a formula when a spreadsheet opens the file. A text that begins with a sign which
 * spreadsheets take for one, behind blanks or not, gets an apostrophe in front; numbers are numbers and stay.
 * Source: OWASP, "CSV Injection": = + - @, tab, carriage return, line feed, and the full-width signs that some take alike.
 */
const DANGEROUS = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

export function defused(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}
