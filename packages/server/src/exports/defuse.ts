/**
 * What strangers send must not become a formula when a spreadsheet opens the file. A text that begins with a sign which
 * spreadsheets take for one, behind blanks or not, gets an apostrophe in front; numbers are numbers and stay.
 * Source: OWASP, "CSV Injection": = + - @, tab, carriage return, line feed, and the full-width signs that some take alike.
 */
const DANGEROUS = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Between these no sign is dangerous, and none is blank: nearly every text begins with one. */
const A = 0x41;
const LAST_LETTER = 0x7e;

export function defused(text: string): string {
  const first = text.charCodeAt(0);
  if (first >= A && first <= LAST_LETTER) return text;
  return DANGEROUS.test(text) ? `'${text}` : text;
}
