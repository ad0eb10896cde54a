import type { FastifyInstance } from 'fastify';
import { FootfallError } from '@footfall/contract';
import { AVATAR_PATH, type Avatars } from '../metadata/avatars.js';
import { answerFailure } from './failure.js';

const NAME = /^[0-9a-f]{64}\.png$/u;

/**
 * Serves the users' pictures. An image element sends no token, so the address is the key: the SHA-256 of the picture,
 * which nobody knows who has not seen it. A picture at an address never changes.
 */
export function registerAvatars(app: FastifyInstance, avatars: Pick<Avatars, 'find'>): void {
  app.get<{ Params: { name: string } }>(`${AVATAR_PATH}:name`, async (request, reply) => {
    const { name } = request.params;
    const png = NAME.test(name) ? await avatars.find(name) : undefined;
    if (!png) return answerFailure(new FootfallError('request.not_found'), request, reply);
    return reply
      .type('image/png')
      .headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'content-disposition': 'inline; filename="avatar.png"',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(png);
  });
}
