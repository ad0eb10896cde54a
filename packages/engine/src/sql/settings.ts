/**
 * Settings of a request, written into the statement's SETTINGS clause. `SET` is never used: it would
 * stick to the session and reach the next request. A setting which the SQL names itself wins.
 */
import { EngineError } from '../engine-error.js';
import { stringLiteral } from './literal.js';
import type { Statement } from './statement.js';
import { isKeyword } from './tokenize.js';

const NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/** DDL on these objects is a "query with output" in ClickHouse's grammar: it takes `FORMAT f SETTINGS ...`. */
const WITH_OUTPUT: ReadonlySet<string> = new Set(['TABLE', 'VIEW', 'DATABASE', 'DICTIONARY']);
const DDL: ReadonlySet<string> = new Set(['CREATE', 'ATTACH', 'DETACH', 'DROP', 'UNDROP', 'TRUNCATE', 'RENAME', 'EXCHANGE', 'REPLACE']);
const PLAIN_SETTINGS: ReadonlySet<string> = new Set(['DELETE', 'UPDATE', 'BACKUP', 'RESTORE']);

/**
 * `name='value', ...` for those of `settings` which are not in `taken`; empty when none are left.
 * Values are string literals: ClickHouse converts them as it does for URL parameters.
 * @throws EngineError 36 for a name that is not an identifier
 */
export function settingsList(settings: ReadonlyMap<string, string>, taken: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const [name, value] of settings) {
    if (!NAME.test(name)) throw EngineError.of('BAD_ARGUMENTS', `The setting name ${JSON.stringify(name)} is not an identifier.`);
    if (!taken.has(name)) parts.push(`${name}=${stringLiteral(value)}`);
  }
  return parts.join(', ');
}

/** The SETTINGS list to stand behind FORMAT: the statement's own list there first, then the request's. */
export function tailSettings(statement: Statement, settings: ReadonlyMap<string, string>): string {
  const taken = new Set([...(statement.tail?.names ?? []), ...(statement.settings?.names ?? [])]);
  const list = settingsList(settings, taken);
  const parts = [statement.tail?.text.trim() ?? '', list].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` SETTINGS ${parts.join(', ')}`;
}

function takesOutputClauses(statement: Statement): boolean {
  if (statement.kind === 'show' || ['ALTER', 'OPTIMIZE'].includes(statement.verb)) return true;
  return DDL.has(statement.verb) && statement.tokens.slice(1, 6).some((t) => t.kind === 'word' && WITH_OUTPUT.has(t.upper));
}

/**
 * SQL of a statement that is not a SELECT and not an INSERT, with the request's settings merged in.
 * SYSTEM and access-control statements have no SETTINGS clause in the grammar; they run without.
 */
export function statementWithSettings(statement: Statement, settings: ReadonlyMap<string, string>): string {
  const { verb, body, settings: own } = statement;
  const format = statement.format === undefined ? '' : `\nFORMAT ${statement.format}`;
  const storageClause = DDL.has(verb);
  if (own !== undefined && !storageClause && !isKeyword(statement.tokens[0], 'EXPLAIN')) {
    const list = settingsList(settings, own.names);
    const merged = list === '' ? body : `${body.slice(0, own.at)} ${list},${body.slice(own.at)}`;
    return merged + format + (statement.tail === undefined ? '' : ` SETTINGS ${statement.tail.text}`);
  }
  if (PLAIN_SETTINGS.has(verb)) {
    const list = settingsList(settings, new Set());
    return list === '' ? body : `${body}\nSETTINGS ${list}`;
  }
  if (!takesOutputClauses(statement)) return body + format;
  const taken = statement.tail?.names ?? new Set<string>();
  const list = settingsList(settings, taken);
  if (list === '' && statement.tail === undefined) return body + format;
  const parts = [statement.tail?.text.trim() ?? '', list].filter((part) => part !== '');
  const output = format === '' ? (statement.kind === 'show' ? '\nFORMAT TabSeparated' : '\nFORMAT Null') : format;
  return `${body}${output} SETTINGS ${parts.join(', ')}`;
}
