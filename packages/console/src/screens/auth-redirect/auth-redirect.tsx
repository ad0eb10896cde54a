import { type ReactNode, useEffect } from 'react';

/** Where a page that opened this one looks for the code. Source: CONSOLE, section 1.18. */
const OAUTH_KEY = 'x-admin-oauth-code';

/** Stores the query that an identity provider came back with, and closes the window. Source: specification 1, section 2. */
export default function AuthRedirect(): ReactNode {
  useEffect(() => {
    window.localStorage.setItem(OAUTH_KEY, window.location.search.slice(1));
    window.close();
  }, []);
  return null;
}
