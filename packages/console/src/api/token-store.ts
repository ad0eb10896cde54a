import { cookieText, readCookie } from '../lib/cookies';

/** Source: specification 1, section 2. */
const TOKEN_COOKIE = 'Site-Token';

/** Where the session's token is kept: a cookie, so that all tabs share it. The server never reads it from there. */
export interface TokenStore {
  read(): string | undefined;
  write(token: string): void;
  clear(): void;
}

/**
 * The token in a cookie that ends with the browser's session.
 * @param jar `document`, or anything with its `cookie`
 * @param secure whether the page came over https
 */
export function createTokenStore(jar: { cookie: string }, secure: boolean): TokenStore {
  return {
    read: () => readCookie(jar.cookie, TOKEN_COOKIE) || undefined,
    write: (token) => {
      jar.cookie = cookieText(TOKEN_COOKIE, token, { secure });
    },
    clear: () => {
      jar.cookie = cookieText(TOKEN_COOKIE, '', { secure, maxAge: 0 });
    },
  };
}
