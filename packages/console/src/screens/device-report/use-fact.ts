import type { VisitRow } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/names';
import { useLanguage } from '../../widgets/language';
import { factText } from './columns';

const FLAGS = new Set(['is_bot', 'is_charging']);

/** How a fact of a visit reads in the reader's language; '' where it is absent. */
export function useFact(): (key: string, row: VisitRow) => string {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return useCallback(
    (key, row) => {
      const value = row[key];
      if (key === 'country') return countryName(row.country_code, locale, row.country);
      if (FLAGS.has(key) && (typeof value === 'number' || typeof value === 'boolean')) return t(value ? 'common.yes' : 'common.no');
      if (key === 'battery_level' && typeof value === 'number') return new Intl.NumberFormat(locale, { style: 'percent' }).format(value);
      return factText(value);
    },
    [locale, t],
  );
}
