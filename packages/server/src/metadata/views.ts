/** Saved views of screens: each one's own, and those that are shared. Who may see a shared one is for the caller to decide. */
import { FootfallError } from '@footfall/contract';
import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';
import { storable } from './storable.js';

/** Times are milliseconds UTC. */
export interface View {
  readonly id: number;
  readonly userId: number;
  /** What the owner is called. */
  readonly owner: string;
  readonly screen: string;
  readonly name: string;
  /** What stands behind the `?` of the screen's address. */
  readonly query: string;
  readonly shared: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ViewChange = Partial<Pick<View, 'name' | 'query' | 'shared'>>;

export interface Views {
  /** One's own and the shared ones, by name; of one screen, or of all. */
  list(userId: number, screen?: string): Promise<View[]>;
  byId(id: number): Promise<View | undefined>;
  /** @throws FootfallError `view.duplicate`, `view.too_many` */
  add(view: Pick<View, 'userId' | 'screen' | 'name' | 'query' | 'shared'>): Promise<View>;
  /** @throws FootfallError `view.unknown`, `view.duplicate` */
  edit(id: number, change: ViewChange): Promise<View>;
  remove(id: number): Promise<void>;
}

/** A person's views at most. */
export const MAX_VIEWS = 500;

export function createViews(db: Kysely<MetadataTables>, now: () => number): Views {
  const selected = (from: Kysely<MetadataTables>) =>
    from
      .selectFrom('saved_views')
      .innerJoin('users', 'users.id', 'saved_views.user_id')
      .select(['saved_views.id', 'saved_views.user_id', 'users.nickname', 'users.username', 'saved_views.screen', 'saved_views.name', 'saved_views.query', 'saved_views.shared', 'saved_views.created_at', 'saved_views.updated_at']);
  type Selected = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
  const viewOf = (row: Selected): View => ({
    id: row.id, userId: row.user_id, owner: row.nickname || row.username, screen: row.screen, name: row.name, query: row.query,
    shared: row.shared !== 0, createdAt: row.created_at, updatedAt: row.updated_at,
  });

  async function byId(from: Kysely<MetadataTables>, id: number): Promise<View | undefined> {
    const row = await selected(from).where('saved_views.id', '=', id).executeTakeFirst();
    return row && viewOf(row);
  }

  async function mustBeFree(from: Kysely<MetadataTables>, { userId, screen, name }: Pick<View, 'userId' | 'screen' | 'name'>, self?: number): Promise<void> {
    const taken = await from.selectFrom('saved_views').select('id').where('user_id', '=', userId).where('screen', '=', screen).where('name', '=', name).executeTakeFirst();
    if (taken && taken.id !== self) throw new FootfallError('view.duplicate');
  }

  async function read(from: Kysely<MetadataTables>, id: number): Promise<View> {
    const view = await byId(from, id);
    if (!view) throw new FootfallError('view.unknown');
    return view;
  }

  return {
    async list(userId, screen) {
      const query = selected(db).where((eb) => eb.or([eb('saved_views.user_id', '=', userId), eb('saved_views.shared', '=', 1)]));
      const rows = await (screen === undefined ? query : query.where('saved_views.screen', '=', screen)).execute();
      return rows.map(viewOf).toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    },
    byId: (id) => byId(db, id),
    add: (view) =>
      db.transaction().execute(async (transaction) => {
        const { count } = await transaction.selectFrom('saved_views').select(({ fn }) => fn.countAll<number>().as('count')).where('user_id', '=', view.userId).executeTakeFirstOrThrow();
        if (count >= MAX_VIEWS) throw new FootfallError('view.too_many');
        const wanted = { ...view, name: storable(view.name), query: storable(view.query) };
        await mustBeFree(transaction, wanted);
        const at = now();
        const { id } = await transaction
          .insertInto('saved_views')
          .values({ user_id: wanted.userId, screen: wanted.screen, name: wanted.name, query: wanted.query, shared: wanted.shared ? 1 : 0, created_at: at, updated_at: at })
          .returning('id')
          .executeTakeFirstOrThrow();
        return read(transaction, id);
      }),
    edit: (id, change) =>
      db.transaction().execute(async (transaction) => {
        const before = await read(transaction, id);
        const wanted = { ...before, ...change };
        const named = { ...wanted, name: storable(wanted.name), query: storable(wanted.query) };
        await mustBeFree(transaction, named, id);
        await transaction.updateTable('saved_views').set({ name: named.name, query: named.query, shared: named.shared ? 1 : 0, updated_at: now() }).where('id', '=', id).execute();
        return read(transaction, id);
      }),
    async remove(id) {
      await db.deleteFrom('saved_views').where('id', '=', id).execute();
    },
  };
}
