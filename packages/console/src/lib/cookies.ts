/** The value of a cookie in `document.cookie`'s form, or undefined. */
export function readCookie(jar: string, name: string): string | undefined {
  for (const pair of jar.split(';')) {
    const [key = '', ...rest] = pair.trim().split('=');
    if (key !== name) continue;
    const value = rest.join('=');
    try {
      return decodeURIComponent(value);
    } catch (error) {
      if (error instanceof URIError) return value;
      throw error;
    }
  }
  return undefined;
}

/**
 * The text to assign to `document.cookie`.
 * @param options `maxAge` in seconds: 0 removes the cookie, none lets it end with the browser's session
 */
export function cookieText(name: string, value: string, options: { readonly secure: boolean; readonly maxAge?: number }): string {
  const age = options.maxAge === undefined ? '' : `; Max-Age=${options.maxAge}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${options.secure ? '; Secure' : ''}`;
}

/** Seconds that a preference is remembered: a year. */
export const PREFERENCE_AGE = 31_536_000;
