import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/metadata/passwords.js';

describe('passwords', () => {
  it('differ in their hash each time and match whichever', async () => {
    const passwords = createPasswords();
    const [one, two] = await Promise.all([passwords.hash('pässwörd 密码'), passwords.hash('pässwörd 密码')]);
    expect(one).not.toBe(two);
    expect(await passwords.matches('pässwörd 密码', one)).toBe(true);
    expect(await passwords.matches('pässwörd 密', two)).toBe(false);
  });

  it('never match where there is no user, not even the decoy’s', async () => {
    const passwords = createPasswords();
    expect(await passwords.matches('no such user', undefined)).toBe(false);
  });

  it('are checked few at a time; a flood is told to come again', async () => {
    const passwords = createPasswords({ concurrency: 1, queue: 2 });
    const hash = await passwords.hash('right one');
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.matches('right one', hash)));
    expect(results.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(3);
    const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ errorName: 'auth.limited', details: { retry_after: 2 } })));
    expect(await passwords.matches('right one', hash)).toBe(true);
  });
});
