/**
 * Refuses statements which would reach outside the database: files, URLs, other servers, programs.
 * ClickHouse's `readonly` is not enough in an embedded engine: with `readonly=1` INTO OUTFILE still
 * writes a file, and with `readonly=2` file() still reads one. The list names every table function,
 * scalar function and table engine of ClickHouse 26 that leaves the database.
 */
import { EngineError } from '../engine-error.js';
import type { Token } from './tokenize.js';
import { isKeyword } from './tokenize.js';

const OUTSIDE =
  /^(file|url|s3|s3queue|gcs|cosn|oss|hdfs|azure|azureblobstorage|azurequeue|remote|remotesecure|mysql|postgresql|materializedpostgresql|mongodb|redis|sqlite|odbc|jdbc|executable|executablepool|python|arrowstream|arrowflight|input|iceberg\w*|paimon\w*|deltalake\w*|hudi\w*|ytsaurus|rabbitmq|nats|kafka|filelog|http|disk|backup)(cluster)?$/i;

function isOutsideCall(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quotedName')) return false;
  if (!OUTSIDE.test(token.upper)) return false;
  const before = tokens[index - 1];
  // Engines and dictionary sources need no bracket; a table that happens to be called `file` does no harm.
  if (isKeyword(before, 'ENGINE') || (before?.text === '=' && isKeyword(tokens[index - 2], 'ENGINE'))) return true;
  if (tokens[index + 1]?.text !== '(') return false;
  const createsTable = isKeyword(before, 'TABLE') && isKeyword(tokens[0], 'CREATE');
  return !isKeyword(before, 'INTO') && !createsTable;
}

function isFileClause(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return (
    (isKeyword(tokens[index], 'OUTFILE') && isKeyword(before, 'INTO')) ||
    (isKeyword(tokens[index], 'INFILE') && isKeyword(before, 'FROM'))
  );
}

/**
 * @param tokens the statement, parameters bound
 * @param allowed whether the request carries `engine_allow_files=1`
 * @param readonly whether the request carries `readonly` other than 0; it overrides `allowed`
 * @throws EngineError 497 naming the construct and the way to allow it
 */
export function refuseOutsideAccess(tokens: readonly Token[], allowed: boolean, readonly: boolean): void {
  if (allowed && !readonly) return;
  const verb = tokens[0]?.upper;
  // BACKUP and RESTORE go where the operator's backups.allowed_path lets them, which the engine checks.
  const confined = verb === 'BACKUP' || verb === 'RESTORE';
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    const outside = isFileClause(tokens, i) || isOutsideCall(tokens, i) ? token?.text : undefined;
    if (outside === undefined || (confined && ['FILE', 'DISK'].includes(token?.upper ?? ''))) continue;
    throw EngineError.of(
      'ACCESS_DENIED',
      `${outside} leaves the database, which this engine refuses${readonly ? ' in a readonly request' : '; set engine_allow_files=1 to allow it'}.`,
    );
  }
}
