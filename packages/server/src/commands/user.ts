import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ADMIN_ROLE, MINIMUM_PASSWORD_LENGTH } from '@footfall/contract';
import { readConfig } from '../config.js';
import { createAudit } from '../metadata/audit.js';
import { openMetadata } from '../metadata/database.js';
import { createPasswords } from '../metadata/passwords.js';
import { createSessionStore } from '../metadata/sessions.js';
import { createUsers, type User, type Users } from '../metadata/users.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE, UsageError } from './command.js';
import { prepareDataFolder } from '../data-folder.js';

/** Bytes of a password that is made up. */
const GENERATED_BYTES = 15;
const ROLE = /^[\w-]{1,40}$/u;

function readWords(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { role: { type: 'string' }, password: { type: 'string' }, json: { type: 'boolean', default: false } } });
    const [verb, username] = positionals;
    return { ...values, verb, username: username?.trim() };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the words do not fit');
  }
}

async function mustFind(users: Users, username: string): Promise<User> {
  const found = await users.byUsername(username);
  if (found === undefined) throw new OperatorError(`there is no user "${username}": "footfall user list" shows the ones there are.`);
  return found;
}

/** `footfall user`: accounts from the command line, also while the server runs; what gets somebody back in who lost the password. */
export const user: Command = {
  name: 'user',
  usage: 'user list|add NAME|password NAME|disable NAME|enable NAME [--role ROLE] [--password TEXT] [--json]',
  summary: 'show, add and mend accounts',
  async run(args) {
    const { verb, username, role = ADMIN_ROLE, password, json } = readWords(args);
    if (verb !== 'list' && (username === undefined || username === '')) throw new UsageError('name the user');
    if (!ROLE.test(role)) throw new UsageError('a role is a word');
    if (password !== undefined && password.length < MINIMUM_PASSWORD_LENGTH) throw new UsageError(`a password has at least ${MINIMUM_PASSWORD_LENGTH} characters`);
    const config = readConfig();
    const { metadata: place } = prepareDataFolder(config);
    const metadata = await openMetadata(place);
    try {
      const users = createUsers(metadata.db, Date.now);
      const audit = createAudit(metadata.db, Date.now);
      const passwords = createPasswords();
      const name = username ?? '';
      const secret = password ?? randomBytes(GENERATED_BYTES).toString('base64url');
      const say = (result: Record<string, unknown>, text: string) => process.stdout.write(`${json ? JSON.stringify(result) : text}\n`);
      const told = password === undefined ? { username: name, password: secret } : { username: name };
      const shown = password === undefined ? `\n  password: ${secret}` : '';
      switch (verb) {
        case 'list': {
          const list = (await users.list()).map(({ id, username: known, roles, disabled }) => ({ id, username: known, roles, disabled }));
          say({ list }, list.map((one) => `${String(one.id).padStart(4)}  ${one.username}  ${one.roles.join(', ')}${one.disabled ? '  (disabled)' : ''}`).join('\n'));
          return DONE;
        }
        case 'add': {
          const created = await users.create({ username: name, passwordHash: await passwords.hash(secret), roles: [role] });
          if (created === undefined) throw new OperatorError(`there is a user "${name}" already: "footfall user password ${name}" gives a new password.`);
          await audit.record({ user: null, address: '', action: 'user.add', target: name, details: { by: 'command line' } });
          say(told, `added ${name} (${role})${shown}`);
          return DONE;
        }
        case 'password': {
          const { id } = await mustFind(users, name);
          await users.setPassword(id, await passwords.hash(secret));
          await createSessionStore(metadata.db).endAllOf(id);
          await audit.record({ user: null, address: '', action: 'user.password', target: name, details: { by: 'command line' } });
          say(told, `${name} has a new password, and is signed out everywhere${shown}`);
          return DONE;
        }
        case 'disable':
        case 'enable': {
          const { id } = await mustFind(users, name);
          await users.setDisabled(id, verb === 'disable');
          await audit.record({ user: null, address: '', action: `user.${verb}`, target: name, details: { by: 'command line' } });
          say({ username: name, disabled: verb === 'disable' }, `${name} is ${verb}d`);
          return DONE;
        }
        default:
          throw new UsageError(verb === undefined ? 'say what to do' : `there is no "user ${verb}"`);
      }
    } finally {
      await metadata.close();
    }
  },
};
