import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactGroup } from '../record-drawer';
import { FactValue } from './fact-value';
import { type FactRow, useFact } from './use-fact';
import { FACT_GROUPS, factText, VISIT_FIELDS } from './visit-fields';

const KNOWN: ReadonlySet<string> = new Set(VISIT_FIELDS.map(({ key }) => key));

/** What a list can do with a fact; undefined where it can not. */
export interface FactActs {
  readonly onPick?: (name: string, raw: string) => (() => void) | undefined;
  readonly onExclude?: (name: string, raw: string) => (() => void) | undefined;
}

/** Everything known of a visit, by what belongs together. @param without facts that the list shows otherwise */
export function useVisitGroups({ onPick, onExclude }: FactActs, without: readonly string[] = []): (row: FactRow) => readonly FactGroup[] {
  const { t } = useTranslation();
  const fact = useFact();
  const left = without.join();
  return useCallback(
    (row) => {
      const shown = (key: string): boolean => !left.split(',').includes(key);
      const groups = [
        ...FACT_GROUPS.map((group) => ({ group, fields: VISIT_FIELDS.filter((field) => field.group === group && shown(field.key)).map(({ key, title }) => ({ key, title: t(title) })) })),
        // What a newer server knows and this console has no name for.
        { group: 'more' as const, fields: Object.keys(row).filter((key) => !KNOWN.has(key) && shown(key)).map((key) => ({ key, title: key })) },
      ];
      return groups.filter(({ fields }) => fields.length > 0).map(({ group, fields }) => ({
        key: group,
        title: t(`group.${group}`),
        facts: fields.map(({ key, title }) => {
          const raw = factText(row[key]);
          return { key, title, value: <FactValue text={fact(key, row)} raw={raw} onPick={onPick?.(key, raw)} onExclude={onExclude?.(key, raw)} /> };
        }),
      }));
    },
    [t, fact, onPick, onExclude, left],
  );
}
