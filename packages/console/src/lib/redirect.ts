/**
 * Where to go after signing in. The value comes from the address, that is from anybody: only a path of this very
 * origin is accepted, everything else becomes '/'.
 */
const HERE = 'https://own.invalid';

/** Places that nobody wants to come back to: the way in itself, and pages that say why another is not shown. */
const NO_TARGETS = new Set(['/login', '/auth-redirect', '/401', '/404']);

/** A path with query and fragment on this origin, or undefined. */
export function ownPath(value: string): string | undefined {
  // Browsers drop tabs and line breaks and read a backslash as a slash: "/\t/evil.example" is another origin.
  if (!value.startsWith('/') || /[\\\p{Cc}]/u.test(value) || value.startsWith('//')) return undefined;
  try {
    const url = new URL(value, HERE);
    const path = url.pathname + url.search + url.hash;
    return url.origin === HERE && !path.startsWith('//') ? path : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The sign-in address that leads back to a place: its path with query and fragment. */
export function loginPath(place: string): string {
  return `/login?redirect=${encodeURIComponent(place)}`;
}

/**
 * The place that the sign-in page's query names. Its other parameters are carried along, without replacing those
 * of the place itself. Source: specification 1, section 2; CONSOLE, section 1.1.
 * @param search the query of the sign-in page
 */
export function targetAfterLogin(search: string): string {
  const parameters = new URLSearchParams(search);
  const target = new URL(ownPath(parameters.get('redirect') ?? '/') ?? '/', HERE);
  if (NO_TARGETS.has(target.pathname.toLowerCase().replace(/\/+$/u, ''))) target.href = `${HERE}/`;
  parameters.delete('redirect');
  for (const [name, value] of parameters) if (!target.searchParams.has(name)) target.searchParams.append(name, value);
  return target.pathname + target.search + target.hash;
}
