/**
 * What may stand in a statement: an allow-list over its tree. A kind of node, a function or a type that is not known here is refused, so that what a later
 * version of the store understands is refused until somebody has thought of it (ADR 16).
 */
import { FootfallError } from '@footfall/contract';
import { mayCall } from './functions.js';
import { type Node, treeOf } from './tree.js';

const KINDS: ReadonlySet<string> = new Set([
  'SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'SelectQuery', 'ExpressionList', 'Subquery', 'WithElement',
  'Identifier', 'Literal', 'Function', 'QueryParameter', 'Asterisk', 'QualifiedAsterisk', 'ColumnsListMatcher', 'ColumnsRegexpMatcher', 'QualifiedColumnsRegexpMatcher', 'QualifiedColumnsListMatcher',
  // Not ColumnsApplyTransformer: the tree does not name the function that it applies.
  'ColumnsTransformerList', 'ColumnsExceptTransformer', 'ColumnsReplaceTransformer', 'ColumnsReplaceTransformer::Replacement',
  'TablesInSelectQuery', 'TablesInSelectQueryElement', 'TableExpression', 'TableIdentifier', 'TableJoin', 'ArrayJoin',
  'OrderByElement', 'WindowDefinition', 'WindowListElement', 'InterpolateElement',
]);
/** What is read from: a name without a database, or another SELECT. Anything else is a table function. */
const SOURCES: ReadonlySet<string> = new Set(['TableIdentifier', 'Subquery']);
const CASTS: ReadonlySet<string> = new Set(['cast', '_cast']);
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/u;
const ALWAYS_FOREIGN = ['system', 'information_schema'] as const;

/** A type as the tree prints it, with its quotes; and the words of types that values may be made to be. */
const QUOTED = /^'(.*)'$/su;
const TYPE_CHARACTERS = /^[\w(), ]+$/u;
const TYPE_WORDS = /^(?:U?Int(?:8|16|32|64|128|256)|Float(?:32|64)|Decimal(?:32|64|128|256)?|Bool(?:ean)?|String|FixedString|Date(?:32)?|DateTime(?:32|64)?|UUID|IPv[46]|Array|Tuple|Map|Nullable|LowCardinality|integer|int|bigint|smallint|double|precision|float|real|text|varchar|char|date|datetime|timestamp|boolean|\d+)$/iu;

const refused = (reason: string): FootfallError => new FootfallError('sql.refused', { reason: reason.slice(0, 300) });

function isPlainType(type: string): boolean {
  const bare = type.replaceAll(/\\?'[\w/+-]*\\?'/gu, '0');
  return TYPE_CHARACTERS.test(bare) && bare.split(/[(), ]+/u).every((word) => word === '' || TYPE_WORDS.test(word));
}

function checkCast({ children }: Node): void {
  const [, type] = children[0]?.children ?? [];
  const name = type?.kind === 'Literal' ? QUOTED.exec(type.text)?.[1] : undefined;
  if (name === undefined) throw refused('CAST takes the name of a type');
  if (!isPlainType(name)) throw refused(`values can not be made ${name}: use numbers, text, dates, addresses, and arrays, tuples or maps of them`);
}

function checkParameter({ text }: Node): void {
  const type = text.slice(text.indexOf(':') + 1);
  if (!isPlainType(type)) throw refused(`a placeholder can not be of type ${type}`);
}

function checkNode(node: Node, foreign: readonly string[]): void {
  const { kind, text, children } = node;
  if (!KINDS.has(kind)) throw refused(kind === 'Set' ? 'SETTINGS can not be changed by a statement' : `${kind} may not stand in a statement`);
  if (kind === 'TableIdentifier' && !PLAIN_NAME.test(text)) throw refused(`there is no table ${text}: tables have no database in front of their name`);
  if (kind === 'TableExpression' && !(children.length === 1 && SOURCES.has(children[0]?.kind ?? ''))) throw refused(`a statement reads tables by their names and SELECTs, not ${children[0]?.kind === 'Function' ? `${children[0].text}()` : 'samples'}`);
  if (kind === 'Identifier' && foreign.some((database) => text.toLowerCase().startsWith(`${database}.`))) throw refused(`${text} is of another database`);
  if (kind === 'Function' && !mayCall(text)) throw refused(`the function ${text} is not allowed`);
  if (kind === 'Function' && CASTS.has(text.toLowerCase())) checkCast(node);
  if (kind === 'QueryParameter') checkParameter(node);
}

/**
 * @param lines the tree of the whole statement, as EXPLAIN AST prints it
 * @param databases those that there are in the store
 * @throws FootfallError `sql.refused` saying what is in the way
 */
export function checkTree(lines: readonly string[], databases: readonly string[]): void {
  const foreign = [...new Set([...ALWAYS_FOREIGN, ...databases.map((name) => name.toLowerCase())])];
  const waiting = [treeOf(lines)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    checkNode(node, foreign);
    waiting.push(...node.children);
  }
}

/** Quoted text of a statement as the store writes it: a literal, or a name. */
const QUOTED_TEXT = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gsu;
/** What would make a name look like something else in the tree. */
const ODD_NAME = /[\\\p{Cc}()]/u;

/**
 * What the tree does not tell, in the text that the store itself has written: names that would look like something else in the tree, and tables that are not named by a name.
 * @throws FootfallError `sql.refused`
 */
export function checkText(text: string): void {
  if (!/^(?:SELECT|WITH|\()/u.test(text)) throw refused('a statement is one SELECT');
  const bare = text.replaceAll(QUOTED_TEXT, (quoted) => {
    if (quoted.startsWith("'")) return 'literal';
    if (ODD_NAME.test(quoted)) throw refused(`the name ${quoted}: names hold no brackets, backslashes and line breaks`);
    return 'name';
  });
  if (/['"`\\\p{Cc}]/u.test(bare)) throw refused('the statement can not be read without doubt');
  if (/\bUUID literal/u.test(bare)) throw refused('tables are named by their names');
}
