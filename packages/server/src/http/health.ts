import type { FastifyInstance } from 'fastify';

/** The state of the parts, as the monitoring of an operator reads it. */
export interface Health {
  /** Whether visits can be taken and kept safe now: the journal writes. The stores may be away for a while. */
  readonly takingVisits: boolean;
  readonly stores: { readonly visits: string; readonly metadata: string };
  readonly journal: Readonly<Record<string, number | null>>;
}

/** `GET /healthz`: 200 while visits can be taken, else 503. No envelope: it is for machines that know none. */
export function registerHealth(app: FastifyInstance, options: { readonly health: () => Promise<Health>; readonly version: string }): void {
  app.get('/healthz', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      const { takingVisits, stores, journal } = await options.health();
      const well = takingVisits && Object.values(stores).every((state) => state === 'ok');
      return await reply
        .code(takingVisits ? 200 : 503)
        .send({ status: well ? 'ok' : takingVisits ? 'degraded' : 'failing', version: options.version, stores, journal });
    } catch (error) {
      request.log.error({ err: error }, 'the state of the parts could not be read');
      return reply.code(503).send({ status: 'failing', version: options.version });
    }
  });
}
