import type { FastifyInstance } from 'fastify';

/** The state of the parts, in words alone: anybody may ask. */
export interface Health {
  /** Whether visits can be taken and kept safe now: the journal writes. The stores may be away for a while. */
  readonly takingVisits: boolean;
  readonly stores: { readonly visits: 'ok' | 'unavailable'; readonly metadata: 'ok' | 'unavailable' };
}

/**
 * `GET /healthz`: 200 while visits can be taken, else 503: whether to start this process anew. `GET /readyz`: 200 while questions are
 * answered too: whether to send people here. No envelope: they are for machines that know none.
 */
export function registerHealth(app: FastifyInstance, options: { readonly health: () => Promise<Health>; readonly version: string }): void {
  const { version } = options;
  for (const path of ['/healthz', '/readyz'] as const) {
    app.get(path, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      try {
        const { takingVisits, stores } = await options.health();
        const well = takingVisits && Object.values(stores).every((state) => state === 'ok');
        return await reply
          .code((path === '/healthz' ? takingVisits : well) ? 200 : 503)
          .send({ status: well ? 'ok' : takingVisits ? 'degraded' : 'failing', version, stores });
      } catch (error) {
        request.log.error({ err: error }, 'the state of the parts could not be read');
        return reply.code(503).send({ status: 'failing', version });
      }
    });
  }
}
