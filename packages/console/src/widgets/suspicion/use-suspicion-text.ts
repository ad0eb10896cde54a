import type { Suspicion } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/names';
import { deviceName } from '../device-name';
import { useLanguage } from '../language';

const SECOND = 1_000;

/** A sign as a sentence with the values that speak for it. */
export function useSuspicionText(): (suspicion: Suspicion) => string {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return useCallback(
    ({ sign, values }) => {
      const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long', maximumFractionDigits: 1 });
      const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? t('common.none') : String(value)]));
      return t(`suspicious.why.${sign}`, {
        ...told,
        device: deviceName(told['device_type'] ?? '', t),
        country: countryName(told['country_code'] ?? '', locale, told['country_code'] ?? ''),
        seconds: seconds.format(Number(values['median'] ?? 0) / SECOND),
      });
    },
    [t, locale],
  );
}
