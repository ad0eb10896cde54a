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
