import { useUrlState } from './use-url-state';

/** The address's name for the charts whose figures are shown as tables. */
const AS_TABLE = 'tables';

/** Whether a chart's figures are shown as a table, and the way to change it; the address keeps it. @param chart its name among the charts of the screen */
export function useAsTable(chart: string): readonly [boolean, (asTable: boolean) => void] {
  const [parameters, change] = useUrlState();
  const shown = tablesOf(parameters);
  return [shown.includes(chart), (asTable) => change({ [AS_TABLE]: tablesText(shown, chart, asTable) })];
}

/** The charts that an address shows as tables. */
export function tablesOf(parameters: URLSearchParams): readonly string[] {
  return (parameters.get(AS_TABLE) ?? '').split(',').filter((name) => name !== '');
}

/** The address's list with one chart more or less; undefined where none is left. */
export function tablesText(shown: readonly string[], chart: string, asTable: boolean): string | undefined {
  const others = shown.filter((name) => name !== chart);
  return [...others, ...(asTable ? [chart] : [])].toSorted().join(',') || undefined;
}
