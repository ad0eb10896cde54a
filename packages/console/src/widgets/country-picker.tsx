import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../api/client-context';
import { countryListQuery } from '../api/common';
import { countryName } from '../lib/names';
import { useLanguage } from './language';

interface Props {
  readonly domain: string;
  /** ISO 3166-1 alpha-2, '' for all. */
  readonly value: string;
  readonly className?: string | undefined;
  readonly onChange: (code: string) => void;
}

/** Chooses one of the countries that visits came from, by its name in the reader's language; cleared, it is all of them. */
export function CountryPicker({ domain, value, className, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const { data, isPending } = useQuery(countryListQuery(client, domain));
  const known = (data ?? []).filter(({ country_code: code }) => code !== '').map(({ country, country_code: code }) => ({ value: code, label: countryName(code, locale, country || code) }));
  // A shared address may name a country that no visit came from yet.
  const named = value === '' || known.some((option) => option.value === value) ? known : [...known, { value, label: countryName(value, locale, value) }];
  return (
    <Select
      className={className ?? ''}
      aria-label={t('range.country')}
      value={value === '' ? null : value}
      placeholder={t('range.chooseCountry')}
      allowClear
      loading={isPending}
      options={named}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={220}
      // Cleared, it is undefined.
      onChange={(code: string | null | undefined) => onChange(code ?? '')}
    />
  );
}
