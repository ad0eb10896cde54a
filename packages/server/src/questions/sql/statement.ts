/** A statement that somebody wrote: read by the store's own parser, checked against what is allowed, then asked of the sites that the asker may see. */
import { FootfallError, type GrantableRoute, SQL_LIMITS } from '@footfall/contract';
import type { QueryParams } from '../../warehouse/query-params.js';
import type { StatementAnswer, StatementLimits, Statements } from '../../warehouse/statements.js';
import type { QuestionSite } from '../scope.js';
import { checkText, checkTree } from './allowed.js';
import { inFrontOf, paramsOf } from './seen-tables.js';

export type { StatementAnswer, Statements } from '../../warehouse/statements.js';

export interface AskedStatement {
  readonly sql: string;
  /** Values of its placeholders. */
  readonly params: QueryParams;
  readonly sites: readonly QuestionSite[];
  /** Which screens the asker may open: they decide which columns there are. */
  readonly routes: readonly GrantableRoute[];
  readonly limits: StatementLimits;
  readonly signal: AbortSignal;
}

/**
 * Invariants: what is run is the text that was checked, as the store wrote it itself, and stands in brackets, so that nothing in it reaches beyond them;
 * nothing of a statement is run before all of it was checked.
 * @throws FootfallError `sql.invalid`, `sql.refused`, `sql.unavailable`, and of `store.*`
 */
export async function askStatement(statements: Statements, { sql, params, sites, routes, limits, signal }: AskedStatement): Promise<StatementAnswer> {
  const { text, databases } = await statements.read(sql, signal);
  checkText(text);
  checkTree(await statements.tree(`SELECT * FROM (\n${text}\n)`, { params, signal }), databases);
  return statements.run(inFrontOf(text, statements.database, routes), { params: { ...params, ...paramsOf(sites) }, signal, sites: sites.map(({ id }) => id), limits });
}

/** Whether a text is a statement that may be asked; what it may read is decided when it is. @throws FootfallError of `store.*` */
export async function mayBeAsked(statements: Pick<Statements, 'read' | 'tree'>, sql: string, signal: AbortSignal): Promise<boolean> {
  if (sql.length > SQL_LIMITS.length) return false;
  try {
    const { text, databases } = await statements.read(sql, signal);
    checkText(text);
    checkTree(await statements.tree(`SELECT * FROM (\n${text}\n)`, { params: {}, signal }), databases);
    return true;
  } catch (error) {
    if (error instanceof FootfallError && error.errorName.startsWith('sql.')) return false;
    throw error;
  }
}
