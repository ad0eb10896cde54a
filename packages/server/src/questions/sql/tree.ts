/**
 * A statement's tree as the store's own parser prints it (EXPLAIN AST): one node a line, a space deeper for each step down, its children counted.
 * What does not add up is refused: nothing is made of a tree that could be read in two ways.
 */
import { FootfallError } from '@footfall/contract';

export interface Node {
  /** The kind of node, `SelectQuery`, `Function`, `Identifier` … */
  readonly kind: string;
  /** What stands behind the kind: a name, a value; without the alias. */
  readonly text: string;
  readonly children: readonly Node[];
}

const LINE = /^( *)([A-Za-z:]+)(?: (.*))?$/su;
const CHILDREN = /(?:^| )\(children (\d+)\)$/u;
const ALIAS = /(?:^| )\(alias .*\)$/su;

const unreadable = (): FootfallError => new FootfallError('sql.refused', { reason: 'the statement can not be read without doubt: use plain names for columns, tables and aliases' });

/** @throws FootfallError `sql.refused` for a tree that does not add up */
export function treeOf(lines: readonly string[]): Node {
  let at = 0;
  function read(depth: number): Node {
    const [, indent, kind, rest = ''] = LINE.exec(lines[at] ?? '') ?? [];
    if (indent?.length !== depth || kind === undefined) throw unreadable();
    at += 1;
    // A literal has no children, whatever its text says.
    const count = kind === 'Literal' ? undefined : CHILDREN.exec(rest)?.[1];
    const children = Array.from({ length: Number(count ?? 0) }, () => read(depth + 1));
    return { kind, text: (count === undefined ? rest : rest.replace(CHILDREN, '')).replace(ALIAS, ''), children };
  }
  const root = read(0);
  if (at !== lines.length) throw unreadable();
  return root;
}
