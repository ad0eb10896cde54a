/** What two answers of one question may differ in without a figure being another: when they were asked, how long that took, and whose figures they are. */
const NO_FIGURES: ReadonlySet<string> = new Set(['complete_to', 'took', 'at', 'state', 'to', 'from', 'until_now', 'id']);

export interface ChangedFigure {
  /** Where it stands in the answer, with points between. */
  readonly path: string;
  /** undefined: was not there. */
  readonly before: number | undefined;
  readonly now: number | undefined;
}

const childrenOf = (value: unknown): ReadonlyMap<string, unknown> => new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The numbers that are not the same in both. */
export function changedFigures(before: unknown, now: unknown, path = ''): ChangedFigure[] {
  const [left, right] = [numberIn(before), numberIn(now)];
  if (left !== undefined || right !== undefined) return left === right ? [] : [{ path, before: left, now: right }];
  const [mine, theirs] = [childrenOf(before), childrenOf(now)];
  return [...new Set([...mine.keys(), ...theirs.keys()])].filter((name) => !NO_FIGURES.has(name)).flatMap((name) => changedFigures(mine.get(name), theirs.get(name), path === '' ? name : `${path}.${name}`));
}
