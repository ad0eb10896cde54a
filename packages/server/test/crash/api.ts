import { PASSWORD } from './running-server.js';

interface Answer {
  code: number;
  message: string;
  data: unknown;
}

/** The console's API, signed in as the administrator. */
export class Api {
  #token = '';

  constructor(readonly origin: string) {}

  async signIn(): Promise<void> {
    const { access_token } = (await this.post('/auth/login', { username: 'admin', password: PASSWORD })) as { access_token: string };
    this.#token = access_token;
  }

  /** @throws Error with the message of a refusal */
  post(path: string, body: unknown): Promise<unknown> {
    return this.#ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', authorization: this.#token } });
  }

  /** @throws as `post` */
  get(path: string): Promise<unknown> {
    return this.#ask(path, { headers: { authorization: this.#token } });
  }

  async #ask(path: string, how: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.origin}/api${path}`, how);
    const answer = (await response.json()) as Answer;
    if (answer.code !== 200) throw new Error(`${path}: ${String(answer.code)} ${answer.message}`);
    return answer.data;
  }
}

/** `/healthz`, as far as it is needed here. */
export interface HealthAnswer {
  stores: { visits: string };
  journal: { waiting_rows: number; waiting_segments: number; dead_rows: number };
}

export async function health(origin: string): Promise<HealthAnswer> {
  return (await (await fetch(`${origin}/healthz`)).json()) as HealthAnswer;
}
