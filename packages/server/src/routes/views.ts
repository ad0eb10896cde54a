/** Saved views, one's own and shared ones, and the columns that one chose. */
import { type ColumnChoice, type endpoints, FootfallError, GRANTABLE_ROUTES, type SavedView } from '@footfall/contract';
import { type HandlersOf, type RequestContext, type SignedInUser, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import { resolveScope } from '../http/scope.js';
import type { ColumnChoices } from '../metadata/column-choices.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import type { View, Views } from '../metadata/views.js';

export interface ViewDeps {
  readonly views: Views;
  readonly columnChoices: ColumnChoices;
  readonly directory: SiteDirectory;
}

/** The site that a view is of; '' for none. */
const domainOf = (query: string): string => new URLSearchParams(query).get('domain') ?? '';

/** Whether somebody may open the screen of a view: roles grant some screens one by one, the others are open. */
function mayOpen({ grants }: SignedInUser, screen: string): boolean {
  const route = GRANTABLE_ROUTES.find((name) => name === screen);
  return route === undefined || grants.isAdmin || grants.routes.includes(route);
}

export function viewRoutes({ views, directory }: ViewDeps): HandlersOf<typeof endpoints.views> {
  const localTime = localTimeIn(directory.timeZone);

  const answerOf = ({ userId, createdAt, updatedAt, ...view }: View, user: SignedInUser): SavedView => ({
    id: view.id, screen: view.screen, name: view.name, query: view.query, shared: view.shared, owner: view.owner,
    own: userId === user.id, created_at: localTime(createdAt), updated_at: localTime(updatedAt),
  });

  /** A view of a site that may not be seen is as one of a site that does not exist: nobody keeps or shows it. */
  function seesSite(query: string, user: SignedInUser): boolean {
    try {
      resolveScope(domainOf(query), user, directory);
      return true;
    } catch {
      return false;
    }
  }

  function mustSeeSite(query: string | undefined, user: SignedInUser): void {
    if (query !== undefined) resolveScope(domainOf(query), user, directory);
  }

  const shows = (view: View, user: SignedInUser): boolean => view.userId === user.id || (view.shared && mayOpen(user, view.screen) && seesSite(view.query, user));

  /** Another's view is changed by administrators alone; to everyone else one that is not shown is none. */
  async function mine(id: number, context: RequestContext): Promise<View> {
    const user = userOf(context);
    const view = await views.byId(id);
    if (!view || !(shows(view, user) || user.grants.isAdmin)) throw new FootfallError('view.unknown');
    if (view.userId !== user.id && !user.grants.isAdmin) throw new FootfallError('access.forbidden');
    return view;
  }

  return {
    async list({ screen }, context) {
      const user = userOf(context);
      return { list: (await views.list(user.id, screen)).filter((view) => shows(view, user)).map((view) => answerOf(view, user)) };
    },
    async add({ screen, name, query, shared }, context) {
      const user = userOf(context);
      mustSeeSite(query, user);
      return answerOf(await views.add({ userId: user.id, screen, name, query, shared }), user);
    },
    async edit({ id, name, query, shared }, context) {
      const user = userOf(context);
      await mine(id, context);
      mustSeeSite(query, user);
      const change = { ...(name === undefined ? {} : { name }), ...(query === undefined ? {} : { query }), ...(shared === undefined ? {} : { shared }) };
      return answerOf(await views.edit(id, change), user);
    },
    async remove({ id }, context) {
      await mine(id, context);
      await views.remove(id);
      return null;
    },
  };
}

export function columnRoutes({ columnChoices }: Pick<ViewDeps, 'columnChoices'>): HandlersOf<typeof endpoints.columns> {
  return {
    list: async (_input, context) => ({ list: await columnChoices.list(userOf(context).id) }),
    async save(choice: ColumnChoice, context) {
      await columnChoices.save(userOf(context).id, choice);
      return choice;
    },
    async reset({ table }, context) {
      await columnChoices.reset(userOf(context).id, table);
      return null;
    },
  };
}
