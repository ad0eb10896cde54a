import { hash, verify } from '@node-rs/argon2';
import { FootfallError } from '@footfall/contract';

export interface Passwords {
  /** @returns the argon2id hash in PHC form. */
  hash(password: string): Promise<string>;
  /**
   * True when the password belongs to the hash. Without a hash (no such user) it takes as long and answers false.
   * @throws FootfallError `auth.limited` when too many checks wait already.
   */
  matches(password: string, passwordHash: string | undefined): Promise<boolean>;
}

export interface PasswordOptions {
  /** Checks at once: each takes a thread that the journal's fsync also needs, and 19 MiB. */
  readonly concurrency?: number;
  /** Checks that may wait; more are refused, so that a flood of sign-ins can't pile up. */
  readonly queue?: number;
}

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const RETRY_AFTER_SECONDS = 2;

/** Hashes and checks passwords, few at a time. */
export function createPasswords({ concurrency = 2, queue = 50 }: PasswordOptions = {}): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  let decoy: Promise<string> | undefined;

  async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= queue) throw new FootfallError('auth.limited', { retry_after: RETRY_AFTER_SECONDS });
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => oneOfFew(() => hash(password, COST)),
    matches: (password, passwordHash) =>
      oneOfFew(async () => {
        decoy ??= hash('no such user', COST);
        const matched = await verify(passwordHash ?? (await decoy), password);
        return matched && passwordHash !== undefined;
      }),
  };
}
