/** Asks a running server as the console does: signs in once, then calls with the token. */
export interface Api {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

async function unwrap<T>(response: Response): Promise<T> {
  const { code, message, data } = (await response.json()) as Envelope;
  if (code !== 200) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
  return data as T;
}

export const ADMIN = { username: 'admin', password: 'a-test-password' };

export async function signIn(url: string): Promise<Api> {
  const headers = { 'content-type': 'application/json' };
  const { access_token: token } = await unwrap<{ access_token: string }>(await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) }));
  const authorization = `Bearer ${token}`;
  return {
    get: async (path) => unwrap(await fetch(`${url}/api${path}`, { headers: { authorization } })),
    post: async (path, body) => unwrap(await fetch(`${url}/api${path}`, { method: 'POST', headers: { ...headers, authorization }, body: JSON.stringify(body) })),
  };
}

export interface TestBeacon {
  readonly v: number;
  readonly i: string;
  readonly u: string;
  readonly f?: string;
  readonly r?: string;
}

let serial = 0;

/** A view with an id of its own. */
export function beacon(url: string, more: Partial<TestBeacon> = {}): TestBeacon {
  serial += 1;
  return { v: 1, i: serial.toString(16).padStart(16, '0'), u: url, ...more };
}

export const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';

export function collect(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/collect`, { method: 'POST', headers: { 'user-agent': AGENT, ...headers }, body: typeof body === 'string' ? body : JSON.stringify(body) });
}

/** Asks until the answer satisfies, or the time is up. */
export async function eventually<T>(ask: () => Promise<T>, satisfies: (answer: T) => boolean, withinMs = 5_000): Promise<T> {
  const started = Date.now();
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() - started > withinMs) throw new Error(`not within ${withinMs} ms; the last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
