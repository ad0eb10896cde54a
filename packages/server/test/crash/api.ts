import { METRICS_TOKEN, PASSWORD } from './running-server.js';

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

/** What waits and what answers, as far as it is needed here. */
export interface HealthAnswer {
  stores: { visits: string };
  journal: { waiting_rows: number; waiting_segments: number; dead_rows: number };
}

/** Read from the server's metrics. */
export async function health(origin: string): Promise<HealthAnswer> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const figures = new Map((await response.text()).split('\n').map((line): [string, number] => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
  const figure = (name: string): number => {
    const value = figures.get(name);
    if (value === undefined) throw new Error(`/metrics says nothing of ${name}`);
    return value;
  };
  return {
    stores: { visits: figure('footfall_store_up{store="visits"}') === 1 ? 'ok' : 'unavailable' },
    journal: { waiting_rows: figure('footfall_journal_waiting_rows'), waiting_segments: figure('footfall_journal_waiting_segments'), dead_rows: figure('footfall_dead_rows_total') },
  };
}
