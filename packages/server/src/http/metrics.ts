import { createHash, timingSafeEqual } from 'node:crypto';
import { FootfallError } from '@footfall/contract';
import type { FastifyInstance } from 'fastify';
import { answerFailure } from './failure.js';

/** One figure with its samples, as Prometheus knows them. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

/** Figures in Prometheus' text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${escapeHelp(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels = {}, value }) => {
        const said = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`).join(',');
        return `${name}${said === '' ? '' : `{${said}}`} ${String(value)}`;
      }),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface MetricsOptions {
  /** Who knows it may read; null: nobody may, the address does not exist. */
  readonly metricsToken: string | null;
  readonly metrics: () => Promise<readonly Metric[]>;
}

/**
 * `GET /metrics`, for whoever sends the token as `Authorization: Bearer`. Figures over all sites are nobody else's business, and an address
 * can not tell: behind a proxy on the same machine everybody comes from 127.0.0.1.
 */
export function registerMetrics(app: FastifyInstance, { metricsToken, metrics }: MetricsOptions): void {
  if (metricsToken === null) return;
  const wanted = digest(metricsToken);
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization?.trim().replace(/^bearer\s+/iu, '') ?? '';
    // Of the hashes, so that the time that it takes tells nothing of the token.
    if (!timingSafeEqual(digest(given), wanted)) {
      return answerFailure(new FootfallError('metrics.token'), request, reply.header('www-authenticate', 'Bearer'));
    }
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(metricsText(await metrics()));
  });
}
