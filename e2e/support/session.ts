/** Asks for a session as the sign-in page does. `token` is '' where it was refused. */
export async function login(url: string, username: string, password: string): Promise<{ readonly status: number; readonly token: string }> {
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }) });
  const { data } = (await response.json()) as { data: { access_token?: string } | null };
  return { status: response.status, token: data?.access_token ?? '' };
}

/** The HTTP status of a call with a session; '' is none. */
export async function statusOf(url: string, token: string, path: string, body?: unknown): Promise<number> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${url}/api${path}`, { ...sent, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
  return response.status;
}
