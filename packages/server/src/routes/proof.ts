/** How an answer comes about. The question is asked again by its own handler, which sees the same user: what it refuses, is refused here. */
import { createHash } from 'node:crypto';
import { type Endpoint, endpoints, FootfallError, PROVABLE_QUESTIONS } from '@footfall/contract';
import { bindEndpoints, type BoundEndpoint, type HandlerGroups, mayCall } from '../http/bind.js';
import { type HandlersOf, userOf } from '../http/handler.js';
import { inputReader, type InputReader } from '../http/input.js';
import type { SpiderRuns } from '../metadata/spider-runs.js';
import type { Spider, Spiders } from '../metadata/spiders.js';
import { provenStatements } from '../questions/proof.js';
import { createRecording } from '../questions/recording.js';
import { mayBeAsked, type Statements } from '../questions/sql/statement.js';
import type { QuestionDeps, RecordedContext } from './asking.js';

const { proof: calls, ...others } = endpoints;

export interface ProofDeps extends QuestionDeps {
  /** Of every other endpoint. */
  readonly handlers: HandlerGroups;
  readonly statements: Pick<Statements, 'read' | 'tree'>;
  readonly spiders: Pick<Spiders, 'all'>;
  readonly runs: Pick<SpiderRuns, 'all'>;
}

interface Provable extends BoundEndpoint {
  readonly reader: InputReader;
}

/** Only what reads, whatever the contract's list says. @throws Error for a question that there is not */
function provable(handlers: HandlerGroups): ReadonlyMap<string, Provable> {
  const bound = new Map(bindEndpoints(others as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>, handlers).map((one) => [one.endpoint.id, one]));
  return new Map(PROVABLE_QUESTIONS.map((id) => {
    const one = bound.get(id);
    if (one?.endpoint.effect !== 'reads' || one.endpoint.file) throw new Error(`${id} is no question that can be proven`);
    return [id, { ...one, reader: inputReader(one.endpoint) }];
  }));
}

/** A word for the rules in force that no other rules have. */
function versionOf(rules: readonly Spider[]): string {
  const inForce = rules.toSorted((a, b) => a.id - b.id).map(({ id, type, name, keywords }) => [id, type, name, keywords]);
  return createHash('sha256').update(JSON.stringify(inForce)).digest('hex').slice(0, 12);
}

export function proofRoutes(deps: ProofDeps): HandlersOf<typeof calls> {
  const questions = provable(deps.handlers);

  return {
    async open({ question, input }, context) {
      const user = userOf(context);
      const asked = questions.get(question);
      if (asked === undefined || !mayCall(asked.endpoint, { grants: user.grants, viewing: user.viewing ?? null })) throw new FootfallError('access.forbidden');
      const recording = createRecording();
      const recorded: RecordedContext = { ...context, recording };
      const answer = await asked.handler(asked.reader.body(input) as never, recorded);
      const maySql = user.grants.isAdmin || user.grants.routes.includes('Sql');
      const statements = await provenStatements(recording, {
        seesAll: user.grants.sites === 'all',
        inSql: (sql) => (maySql ? mayBeAsked(deps.statements, sql, context.signal) : Promise.resolve(false)),
      });
      const zone = recording.asked()?.zone ?? deps.zones(deps.directory.timeZone);
      const [rules, runs] = [(await deps.spiders.all()).filter(({ enabled }) => enabled), await deps.runs.all()];
      const last = runs.find(({ state }) => state === 'applied');
      const completeTo = recording.asked()?.completeTo ?? null;
      return {
        question, answer, statements,
        asked_at: zone.text(recording.asked()?.now ?? deps.now()),
        time_zone: zone.name,
        complete_to: completeTo === null ? null : zone.text(completeTo),
        exact: true,
        rules: { version: versionOf(rules), enabled: rules.length, applied: last === undefined ? null : { run: last.id, at: zone.text(last.finishedAt ?? last.createdAt) } },
      };
    },
  };
}
