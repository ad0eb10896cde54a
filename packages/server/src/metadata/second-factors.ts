/**
 * The second factor of users: one-time codes of an app (RFC 6238: SHA-1, six digits, thirty seconds, as every app knows them), and
 * recovery codes.
 *
 * Invariants: a factor counts once its user has shown a code of it; a code is good for one sign-in, also when two try it at once; recovery
 * codes are stored as hashes and are gone once used.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { MetadataTables } from './schema.js';

/** How somebody got in. */
export type FactorUsed = 'code' | 'recovery';

export interface SecondFactorState {
  /** When it was turned on, milliseconds UTC; null while it is off. */
  readonly since: number | null;
  readonly recoveryLeft: number;
}

export interface SecondFactors {
  state(userId: number): Promise<SecondFactorState>;
  isOn(userId: number): Promise<boolean>;
  /** Users who have one turned on. */
  holders(): Promise<ReadonlySet<number>>;
  /** A new secret, to be confirmed; undefined where a factor is on. `uri` is what an app reads from a picture. */
  begin(userId: number, username: string): Promise<{ readonly secret: string; readonly uri: string } | undefined>;
  /** Turns on what was begun. @returns the recovery codes, told this once; undefined where nothing was begun or the code is wrong */
  confirm(userId: number, code: string): Promise<string[] | undefined>;
  /** Takes a code of the app, or a recovery code. @returns undefined for a wrong or used one */
  use(userId: number, code: string): Promise<FactorUsed | undefined>;
  /** New recovery codes in place of the old ones. */
  renewCodes(userId: number): Promise<string[]>;
  /** @returns whether there was one */
  remove(userId: number): Promise<boolean>;
}

const ISSUER = 'Footfall';
const SECRET_BYTES = 20;
const PERIOD = 30;
/** Steps before and after the running one that are taken: clocks differ, and people type slowly. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Eighty bits: beyond guessing, so that the hash needs neither salt nor slowness. */
const RECOVERY_BYTES = 10;

const totpOf = (secret: string, username = ''): TOTP => new TOTP({ issuer: ISSUER, label: username === '' ? 'user' : username, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD, algorithm: 'SHA1' });

/** As one may type it: case, blanks and hyphens do not matter. */
const plain = (code: string): string => code.replaceAll(/[\s-]/gu, '').toUpperCase();
const hashOf = (code: string): string => hash('sha256', plain(code), 'hex');

/** The step of time that a code belongs to; undefined for a wrong one. */
function stepOf(secret: string, code: string, at: number): number | undefined {
  const token = plain(code);
  if (!/^\d{6}$/u.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: at, window: WINDOW });
  return delta === null ? undefined : Math.floor(at / 1_000 / PERIOD) + delta;
}

function newCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
  return text.match(/.{4}/gu)?.join('-') ?? text;
}

/** Reads and writes them. */
export function createSecondFactors(db: Kysely<MetadataTables>, now: () => number): SecondFactors {
  const rowOf = (userId: number) => db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

  /** Whoever is first with a step has it. */
  async function takeStep(userId: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).where('last_step', '<', step).executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async function writeCodes(source: Kysely<MetadataTables>, userId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    await source.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await source.insertInto('recovery_codes').values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }))).execute();
    return codes;
  }

  return {
    async state(userId) {
      const row = await rowOf(userId);
      const { left } = await db.selectFrom('recovery_codes').select(({ fn }) => fn.countAll<number>().as('left')).where('user_id', '=', userId).executeTakeFirstOrThrow();
      return { since: row?.confirmed_at ?? null, recoveryLeft: left };
    },
    async isOn(userId) {
      return ((await rowOf(userId))?.confirmed_at ?? null) !== null;
    },
    async holders() {
      const rows = await db.selectFrom('second_factors').select('user_id').where('confirmed_at', 'is not', null).execute();
      return new Set(rows.map(({ user_id: id }) => id));
    },
    async begin(userId, username) {
      const known = await rowOf(userId);
      if (known?.confirmed_at !== null && known !== undefined) return undefined;
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      const row = { secret, confirmed_at: null, last_step: 0 };
      await db.insertInto('second_factors').values({ user_id: userId, ...row }).onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)).execute();
      return { secret, uri: totpOf(secret, username).toString() };
    },
    async confirm(userId, code) {
      const row = await rowOf(userId);
      if (row === undefined || row.confirmed_at !== null) return undefined;
      const step = stepOf(row.secret, code, now());
      if (step === undefined) return undefined;
      return db.transaction().execute(async (transaction) => {
        await transaction.updateTable('second_factors').set({ confirmed_at: now(), last_step: step }).where('user_id', '=', userId).execute();
        return writeCodes(transaction, userId);
      });
    },
    async use(userId, code) {
      const row = await rowOf(userId);
      if (row === undefined || row.confirmed_at === null) return undefined;
      const step = stepOf(row.secret, code, now());
      if (step !== undefined) return (await takeStep(userId, step)) ? 'code' : undefined;
      const { numDeletedRows } = await db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hashOf(code)).executeTakeFirstOrThrow();
      return numDeletedRows > 0n ? 'recovery' : undefined;
    },
    renewCodes: (userId) => db.transaction().execute((transaction) => writeCodes(transaction, userId)),
    remove: (userId) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        const { numDeletedRows } = await transaction.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirstOrThrow();
        return numDeletedRows > 0n;
      }),
  };
}
