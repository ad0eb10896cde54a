/** Several users at once, each with an account and a browser's sockets: one opens a view, whose panels ask together, reads it, and goes to the next. */
import { requestOf } from './console-questions.mjs';
import { asker, newUser } from './footfall.mjs';

const SOCKETS = 6;

/**
 * @param plan {users, settling, seconds, reading}: how many, for how long before it counts and from then on, and seconds between two views
 * @returns for each question its milliseconds, from request to answer, and how often it failed; `reasons`: how often with which code
 */
export async function useScreens(server, questions, { users, settling, seconds, reading }) {
  const views = [...new Set(questions.map(({ view }) => view))].map((name) => questions.flatMap((question, at) => (question.view === name ? [at] : [])));
  const took = questions.map(() => []);
  const failed = questions.map(() => 0);
  const reasons = new Map();
  const tokens = [];
  for (let n = 1; n <= users; n++) tokens.push(await newUser(server, `bench-user-${n}`));
  const counts = performance.now() + settling * 1_000;
  const ends = counts + seconds * 1_000;
  await Promise.all(
    tokens.map(async (token, user) => {
      const { ask, close } = asker({ port: server.port, token }, SOCKETS);
      for (let view = Math.floor((user * views.length) / users); performance.now() < ends; view++) {
        await Promise.all(
          views[view % views.length].map(async (at) => {
            const started = performance.now();
            const reason = await ask(...requestOf(questions[at])).then(() => null, ({ message }) => /"code":\d+/u.exec(message)?.[0] ?? message);
            if (reason !== null) {
              failed[at] += 1;
              reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
            } else if (started >= counts) took[at].push(performance.now() - started);
          }),
        );
        await new Promise((done) => setTimeout(done, reading * 1_000));
      }
      close();
    }),
  );
  return { took, failed, reasons };
}
