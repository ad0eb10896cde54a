import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

/** Where pictures are served. */
export const AVATAR_PATH = '/api/avatars/';

/** The users' pictures, each at an address of its own content. */
export interface Avatars {
  /** Keeps a picture, as `cleanPicture` gave it, in place of the one before; null keeps none. @returns its address, '' for none */
  set(userId: number, png: Buffer | null): Promise<string>;
  /** The picture of a name: what stands in its address behind the path. */
  find(name: string): Promise<Buffer | undefined>;
}

/** Reads and writes the pictures. */
export function createAvatars(db: Kysely<MetadataTables>): Avatars {
  return {
    set: (userId, png) =>
      db.transaction().execute(async (transaction) => {
        const name = png === null ? '' : `${hash('sha256', png, 'hex')}.png`;
        const address = png === null ? '' : AVATAR_PATH + name;
        await transaction.deleteFrom('avatars').where('user_id', '=', userId).execute();
        if (png !== null) await transaction.insertInto('avatars').values({ user_id: userId, name, png: png.toString('base64') }).execute();
        await transaction.updateTable('users').set({ avatar: address }).where('id', '=', userId).execute();
        return address;
      }),
    async find(name) {
      const row = await db.selectFrom('avatars').select('png').where('name', '=', name).limit(1).executeTakeFirst();
      return row && Buffer.from(row.png, 'base64');
    },
  };
}
