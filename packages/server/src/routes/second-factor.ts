/** The own second factor: turned on, given new recovery codes, turned off. */
import { type endpoints, FootfallError } from '@footfall/contract';
import { type HandlersOf, userOf } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Sessions } from '../http/session.js';
import type { Audit } from '../metadata/audit.js';
import type { SecondFactors } from '../metadata/second-factors.js';
import { writeDownIn } from './audited.js';
import { knownPassword, type PasswordDeps } from './known-password.js';

export interface SecondFactorDeps extends PasswordDeps {
  readonly factors: Pick<SecondFactors, 'state' | 'begin' | 'confirm' | 'renewCodes' | 'remove' | 'isOn'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly audit: Pick<Audit, 'record'>;
  /** IANA. */
  readonly timeZone: string;
}

/** The handlers. */
export function secondFactorRoutes(deps: SecondFactorDeps): HandlersOf<typeof endpoints.secondFactor> {
  const { factors, sessions, audit } = deps;
  const localTime = localTimeIn(deps.timeZone);
  const writeDown = writeDownIn(audit);
  const mustKnowPassword = knownPassword(deps);
  return {
    async state(_input, context) {
      const { since, recoveryLeft } = await factors.state(userOf(context).id);
      return { since: since === null ? '' : localTime(since), recovery_left: recoveryLeft };
    },

    /** @throws FootfallError `password.incorrect`, `auth.limited`, `factor.on` */
    async begin({ current }, context) {
      const { id, username } = userOf(context);
      await mustKnowPassword(current, context);
      const begun = await factors.begin(id, username);
      if (!begun) throw new FootfallError('factor.on');
      return begun;
    },

    /** @throws FootfallError `auth.code_incorrect`, `factor.on` */
    async confirm({ code }, context) {
      const { id, username } = userOf(context);
      if (await factors.isOn(id)) throw new FootfallError('factor.on');
      const codes = await factors.confirm(id, code);
      if (!codes) throw new FootfallError('auth.code_incorrect');
      const ended = await sessions.endAllOf(id, context.sessionFamily ?? undefined);
      await writeDown(context, 'user.factor_on', username, { ended });
      return { codes };
    },

    /** @throws FootfallError `password.incorrect`, `auth.limited`, `factor.off` */
    async renewCodes({ current }, context) {
      const { id, username } = userOf(context);
      await mustKnowPassword(current, context);
      if (!(await factors.isOn(id))) throw new FootfallError('factor.off');
      const codes = await factors.renewCodes(id);
      await writeDown(context, 'user.factor_codes', username);
      return { codes };
    },

    /** @throws FootfallError `password.incorrect`, `auth.limited`, `factor.off` */
    async remove({ current }, context) {
      const { id, username } = userOf(context);
      await mustKnowPassword(current, context);
      if (!(await factors.remove(id))) throw new FootfallError('factor.off');
      await writeDown(context, 'user.factor_off', username);
      return null;
    },
  };
}
