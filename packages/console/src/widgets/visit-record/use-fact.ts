import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/texts/en';
import { placeName } from '../../lib/chinese-places';
import { countryName } from '../../lib/names';
import { valueName } from '../../lib/value-names';
import { useLanguage } from '../language';
import { factText } from './visit-fields';

const FLAGS = new Set(['is_bot', 'is_charging', 'referer_spam']);
const PLACES = new Set(['region', 'city', 'isp']);

/** The server's closed list of reasons why a visit looks automated. */
const BOT_REASONS: ReadonlyMap<unknown, TextKey> = new Map([
  ['headless brand', 'bot.headlessBrand'],
  ['automation platform', 'bot.automationPlatform'],
  ['no screen', 'bot.noScreen'],
  ['platform contradicts agent', 'bot.platformContradicts'],
  ['hints contradict agent', 'bot.hintsContradict'],
  ['no graphics and no language', 'bot.noGraphics'],
]);

/** A visit, or what stands for one: facts by name. */
export type FactRow = Readonly<Record<string, unknown>>;

/** How a fact of a visit reads in the reader's language; '' where it is absent. */
export function useFact(): (key: string, row: FactRow) => string {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return useCallback(
    (key, row) => {
      const value = row[key];
      if (key === 'country') return countryName(factText(row['country_code']), locale, factText(row['country']));
      const reason = key === 'bot_reason' ? BOT_REASONS.get(value) : undefined;
      if (reason !== undefined) return t(reason);
      if (PLACES.has(key)) return placeName(factText(value), locale);
      if (FLAGS.has(key) && (typeof value === 'number' || typeof value === 'boolean')) return t(value ? 'common.yes' : 'common.no');
      if (key === 'battery_level' && typeof value === 'number') return new Intl.NumberFormat(locale, { style: 'percent' }).format(value);
      return valueName(key, factText(value), t);
    },
    [locale, t],
  );
}
