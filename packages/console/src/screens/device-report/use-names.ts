import { type Aggregate, COUNTED_ONLY } from '@footfall/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/texts/en';
import { FACT_GROUPS } from '../../widgets/visit-record/visit-fields';
import { DEFAULT_AGGREGATES, groupOf, isTimeGroup, ownName, parseCall } from './report-columns';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What the report's parts are called in the reader's language. */
export interface Names {
  /** A column, a time to group by, or what aggregates take besides columns. */
  readonly column: (key: string) => string;
  readonly aggregate: (fn: Aggregate) => string;
  /** A figure of the groups: the name that somebody gave it, else what it is. */
  readonly figure: (alias: string, call: string | undefined) => string;
  /** Columns for a menu, those that belong together under one heading. */
  readonly options: (columns: readonly string[]) => { readonly label: string; readonly title: string; readonly options: Option[] }[];
}

export function useNames(): Names {
  const { t } = useTranslation();
  return useMemo(() => {
    const column = (key: string): string => {
      if (key === '*') return t('report.everyRow');
      if (isTimeGroup(key)) return t(`timeGroup.${key}` as TextKey);
      return t(((COUNTED_ONLY as readonly string[]).includes(key) ? `counted.${key}` : `field.${key}`) as TextKey);
    };
    const aggregate = (fn: Aggregate): string => t(`aggregate.${fn}`);
    return {
      column,
      aggregate,
      figure: (alias, call) => {
        if (call === DEFAULT_AGGREGATES[alias]) return t(`metric.${alias as 'pv' | 'uv' | 'ip'}`);
        const read = parseCall(call ?? '');
        return read && alias === ownName(read) ? t('report.figure', { aggregate: aggregate(read.fn), column: column(read.column) }) : alias;
      },
      options: (columns) => {
        const times = columns.filter((key) => isTimeGroup(key) || key === '*' || (COUNTED_ONLY as readonly string[]).includes(key));
        const rest = columns.filter((key) => !times.includes(key));
        const menu = (label: string, keys: readonly string[]) => ({ label, title: label, options: keys.map((value) => ({ value, label: column(value) })) });
        return [menu(t('report.special'), times), ...FACT_GROUPS.map((group) => menu(t(`group.${group}`), rest.filter((key) => groupOf(key) === group)))].filter(({ options }) => options.length > 0);
      },
    };
  }, [t]);
}
