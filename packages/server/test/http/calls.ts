import type { World } from './world.js';

type Answer = Promise<Awaited<ReturnType<World['app']['inject']>>>;

export interface Calls {
  /** @param as the token of a session; without, the session's of the test */
  readonly get: (path: string, as?: string) => Answer;
  readonly post: (path: string, body: unknown, as?: string) => Answer;
}

/** Calls of the API as the console makes them, in the world and the session that the test under way has. */
export function callsOf(session: () => { readonly world: World; readonly token: string }): Calls {
  return {
    get: (path, as = session().token) => session().world.app.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: as } }),
    post: (path, body, as = session().token) =>
      session().world.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: as, 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  };
}
