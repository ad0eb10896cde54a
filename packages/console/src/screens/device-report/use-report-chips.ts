import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/texts/en';
import { countryName } from '../../lib/names';
import type { QueryTime } from '../../lib/range';
import { valueName } from '../../lib/value-names';
import type { FilterChip } from '../../widgets/filter-chips';
import { useLanguage } from '../../widgets/language';
import type { UrlChanges } from '../../widgets/use-url-state';
import { BASIC_FIELDS, rangeChange, REPORT_RANGE, type ReportState, type Rule, wishChanges } from './report-state';
import type { Names } from './use-names';

/** What narrows or groups the report, each to be taken off by itself. */
export function useReportChips(state: ReportState, queryTime: QueryTime | undefined, names: Names, change: (changes: UrlChanges) => void): readonly FilterChip[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { range, basic, rules, groups } = state;
  const rangeName = range === undefined ? t('range.all') : 'token' in range ? t(`range.${range.token}`) : (queryTime?.join(' – ') ?? '');
  return [
    // What it is by default narrows nothing that could be taken off.
    ...(rangeChange(range).range === undefined ? [] : [{ key: 'range', name: t('range.label'), value: rangeName, onRemove: () => change(rangeChange(REPORT_RANGE)) }]),
    ...BASIC_FIELDS.flatMap((field): FilterChip[] => {
      const value = basic[field];
      if (value === undefined) return [];
      const onRemove = () => change(wishChanges({ ...state, basic: { ...basic, [field]: undefined } }));
      return field === 'country_code' ? [{ key: field, name: t('field.country'), value: countryName(value, locale, value), onRemove }] : [{ key: field, name: names.column(field), value: valueName(field, value, t), onRemove }];
    }),
    ...rules.map((rule, at): FilterChip => ({
      key: `rule${at}`,
      name: names.column(rule.column),
      value: ruleText(rule, t),
      onRemove: () => change(wishChanges({ ...state, rules: rules.filter((other) => other !== rule) })),
    })),
    ...groups.map((group): FilterChip => ({
      key: `group.${group}`,
      name: t('report.groupBy'),
      value: names.column(group),
      onRemove: () => change(wishChanges({ ...state, groups: groups.filter((other) => other !== group) })),
    })),
  ];
}

/** A rule in words. */
function ruleText({ column, operator, value }: Rule, t: (key: TextKey) => string): string {
  if (value === '') return operator === '=' ? t(column === 'referer' ? 'info.direct' : 'report.absent') : t('report.present');
  return `${operator === 'like' ? t('report.like') : operator} ${valueName(column, value, t)}`;
}
