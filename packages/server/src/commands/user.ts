import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ADMIN_ROLE, type AuditAction, FootfallError, INVITATION_PATH, MINIMUM_PASSWORD_LENGTH, newUsername } from '@footfall/contract';
import { type Config, readConfig } from '../config.js';
import { prepareDataFolder } from '../data-folder.js';
import { createAudit } from '../metadata/audit.js';
import { openMetadata } from '../metadata/database.js';
import { createInvitations, INVITATION_TIME, RESET_TIME } from '../metadata/invitations.js';
import { createPasswords } from '../metadata/passwords.js';
import { createRoles } from '../metadata/roles.js';
import { createSecondFactors } from '../metadata/second-factors.js';
import { createSessionStore } from '../metadata/sessions.js';
import { createUsers, type User } from '../metadata/users.js';
import { OperatorError, unreachable } from '../operator-error.js';
import { type Command, DONE, UsageError, wordsOf } from './command.js';

/** Bytes of a password that is made up. */
const GENERATED_BYTES = 15;

/** What helps on the command line beside the error's own words. */
const HINTS: Readonly<Record<string, string>> = {
  'role.unknown': '"footfall user roles" shows the ones there are.',
  'user.last_administrator': '"footfall user password" gives the account a new password.',
};

interface Words {
  readonly verb: string;
  /** '' where none is needed. */
  readonly username: string;
  readonly roles: readonly string[];
  readonly password: string | undefined;
  readonly link: boolean;
  readonly json: boolean;
}

/** What a verb did: for machines, and for people. */
interface Told {
  readonly result: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function readWords(args: readonly string[]): Words {
  return wordsOf(() => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { role: { type: 'string', multiple: true }, password: { type: 'string' }, link: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
    });
    const [verb, username = '', ...rest] = positionals.map((word) => word.trim());
    if (verb === undefined) throw new UsageError('say what to do');
    if (rest.length > 0) throw new UsageError('name one user');
    if (username === '' && verb !== 'list' && verb !== 'roles') throw new UsageError('name the user');
    if (values.password !== undefined && values.password.length < MINIMUM_PASSWORD_LENGTH) throw new UsageError(`a password has at least ${MINIMUM_PASSWORD_LENGTH} characters`);
    return { verb, username, roles: values.role ?? [ADMIN_ROLE], password: values.password, link: values.link, json: values.json };
  });
}

/** The verbs, over an open store. */
function verbsOf(db: Awaited<ReturnType<typeof openMetadata>>['db'], { publicUrl }: Pick<Config, 'publicUrl'>) {
  const users = createUsers(db, Date.now);
  const roles = createRoles(db);
  const audit = createAudit(db, Date.now);
  const passwords = createPasswords();
  const invitations = createInvitations(db, Date.now);

  async function mustFind(username: string): Promise<User> {
    const found = await users.byUsername(username);
    if (found === undefined) throw new OperatorError(`there is no user "${username}": "footfall user list" shows the ones there are.`);
    return found;
  }

  const writeDown = (action: AuditAction, target: string, details: Readonly<Record<string, unknown>> = {}): Promise<void> =>
    audit.record({ user: null, address: '', action, target, details: { ...details, by: 'command line' } });

  /** A link to set a password with; where the console's address is not known, what follows it. */
  async function linkFor(user: User, lifetime: number): Promise<Told> {
    const { token, expiresAt } = await invitations.make(user.id, lifetime);
    const link = `${publicUrl}${INVITATION_PATH}#${token}`;
    const expires = new Date(expiresAt).toISOString();
    return { result: { username: user.username, link, expires_at: expires }, text: `\n  link, good for one use until ${expires}: ${publicUrl === '' ? "the console's address, then " : ''}${link}` };
  }

  async function add({ username, roles: keys, password, link }: Words): Promise<Told> {
    if (!newUsername.safeParse(username).success) throw new UsageError('a user name has 2 to 60 letters, digits, or any of _ . @ + -');
    const secret = password ?? randomBytes(GENERATED_BYTES).toString('base64url');
    const created = await users.create({ username, roles: keys, ...(link ? {} : { passwordHash: await passwords.hash(secret) }) });
    if (created === undefined) throw new OperatorError(`there is a user "${username}" already: "footfall user password ${username}" gives a new password.`);
    await writeDown('user.add', username, { roles: keys });
    const said = `added ${username} (${keys.join(', ')})`;
    if (link) {
      const told = await linkFor(created, INVITATION_TIME);
      return { ...told, text: said + told.text };
    }
    return password === undefined ? { result: { username, password: secret }, text: `${said}\n  password: ${secret}` } : { result: { username }, text: said };
  }

  async function setPassword({ username, password }: Words): Promise<Told> {
    const { id } = await mustFind(username);
    const secret = password ?? randomBytes(GENERATED_BYTES).toString('base64url');
    await users.setPassword(id, await passwords.hash(secret));
    await createSessionStore(db).endAllOf(id);
    await writeDown('user.password', username);
    const said = `${username} has a new password, and is signed out everywhere`;
    return password === undefined ? { result: { username, password: secret }, text: `${said}\n  password: ${secret}` } : { result: { username }, text: said };
  }

  async function setDisabled({ username }: Words, disabled: boolean): Promise<Told> {
    const { id } = await mustFind(username);
    await users.setDisabled(id, disabled);
    if (disabled) await createSessionStore(db).endAllOf(id);
    await writeDown(disabled ? 'user.disable' : 'user.enable', username);
    return { result: { username, disabled }, text: `${username} is ${disabled ? 'disabled' : 'enabled'}` };
  }

  const verbs: Readonly<Record<string, (words: Words) => Promise<Told>>> = {
    async list() {
      const list = (await users.list()).map(({ id, username, roles: keys, disabled, hasPassword }) => ({ id, username, roles: keys, disabled, invited: !hasPassword }));
      const state = ({ disabled, invited }: (typeof list)[number]): string => (disabled ? '  (disabled)' : invited ? '  (invited)' : '');
      return { result: { list }, text: list.map((one) => `${String(one.id).padStart(4)}  ${one.username}  ${one.roles.join(', ')}${state(one)}`).join('\n') };
    },
    async roles() {
      const list = (await roles.list()).map(({ key, name, users: holders }) => ({ key, name, users: holders }));
      return { result: { list }, text: list.map(({ key, name, users: holders }) => `${key}  ${name}  (${holders})`).join('\n') };
    },
    add,
    password: setPassword,
    async reset({ username }) {
      const user = await mustFind(username);
      await users.setPassword(user.id, null);
      await createSessionStore(db).endAllOf(user.id);
      await writeDown('user.reset', username);
      const told = await linkFor(user, RESET_TIME);
      return { ...told, text: `${username} is signed out everywhere and sets a new password${told.text}` };
    },
    async role({ username, roles: keys }) {
      const before = await mustFind(username);
      const after = await users.edit(before.id, { roles: keys });
      await writeDown('user.edit', username, { before: { roles: before.roles }, after: { roles: after?.roles } });
      return { result: { username, roles: keys }, text: `${username} has the roles ${keys.join(', ')}` };
    },
    async factor({ username }) {
      const { id } = await mustFind(username);
      const had = await createSecondFactors(db, Date.now).remove(id);
      if (had) {
        await createSessionStore(db).endAllOf(id);
        await writeDown('user.factor_reset', username);
      }
      return { result: { username, removed: had }, text: had ? `${username} signs in without a second factor, and is signed out everywhere` : `${username} has no second factor` };
    },
    disable: (words) => setDisabled(words, true),
    enable: (words) => setDisabled(words, false),
  };
  return verbs;
}

/** `footfall user`: accounts from the command line, also while the server runs; what gets somebody back in who lost the password. */
export const user: Command = {
  name: 'user',
  usage: 'user list|roles|add NAME|reset NAME|password NAME|factor NAME|role NAME|disable NAME|enable NAME [--role KEY]... [--password TEXT] [--link] [--json]',
  summary: 'show, add and mend accounts',
  async run(args) {
    const words = readWords(args);
    const config = readConfig();
    const { metadata: place } = prepareDataFolder(config);
    const metadata = await openMetadata(place).catch((error: unknown) => {
      throw error instanceof FootfallError ? unreachable(error) : error;
    });
    try {
      const verbs = verbsOf(metadata.db, config);
      const verb = Object.hasOwn(verbs, words.verb) ? verbs[words.verb] : undefined;
      if (verb === undefined) throw new UsageError(`there is no "user ${words.verb}"`);
      const { result, text } = await verb(words);
      process.stdout.write(`${words.json ? JSON.stringify(result) : text}\n`);
      return DONE;
    } catch (error) {
      if (!(error instanceof FootfallError)) throw error;
      const hint = HINTS[error.errorName];
      throw new OperatorError(hint === undefined ? error.message : `${error.message} ${hint}`, { cause: error });
    } finally {
      await metadata.close();
    }
  },
};
