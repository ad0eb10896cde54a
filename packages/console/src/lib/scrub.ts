/**
 * Takes out of a text what says something of a person or opens something: queries and fragments of addresses,
 * credentials, e-mail and network addresses, and whatever is long and random enough to be a token. Names of the
 * console's own files stay, without the host they came from.
 * @param origin of the page
 */
export function scrub(text: string, origin: string): string {
  return text
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>()]+/giu, (address) => bareAddress(address, origin))
    .replaceAll(/\?[\w%.~[\]-]+=[^\s"'<>()]*/gu, '?…')
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, '…@…')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/gu, '…')
    .replaceAll(/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}(?![\w:])/giu, '…')
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?![\w-])(?!\.(?:js|css))/giu, '…');
}

/** Scheme, host and path; of the page's own, the path alone. What follows the path in a stack (line and column) stays. */
function bareAddress(address: string, origin: string): string {
  const place = /[?#]/u.test(address) ? (/(?::\d+){1,2}$/u.exec(address)?.[0] ?? '') : '';
  const bare = address.replace(/[?#].*$/u, '').replace(/\/\/[^/@]*@/u, '//') + place;
  return origin !== '' && bare.startsWith(`${origin}/`) ? bare.slice(origin.length) : bare;
}
