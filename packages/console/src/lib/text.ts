/** Keeps both ends of a long text, which tell addresses apart, and cuts the middle to at most `max` characters. */
export function cutMiddle(text: string, max: number): string {
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.6);
  const tail = max - 1 - head;
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - tail).join('')}`;
}

/** The text as HTML that shows it and does nothing else. Charts' tooltips are the only HTML made from data. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/**
 * A web address as short as it stays clear: on the site itself only the path, elsewhere without the scheme.
 * @param domain the site under which it is shown, '' for none
 */
export function addressLabel(address: string, domain: string): string {
  const rest = /^https?:\/\/([^/?#]*)(.*)$/su.exec(address);
  if (!rest) return address;
  const [, host = '', path = ''] = rest;
  if (domain === '' || (host !== domain && host !== `www.${domain}`)) return host + (path === '/' ? '' : path);
  return path === '' ? '/' : path;
}

/** The address when it is absolute http or https, else undefined: nothing else may become a link. */
export function webAddress(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
