import type { TextKey } from '../../i18n/texts/en';
import type { ScreenFilter } from '../../widgets/use-screen-filter';

/** Why a panel has nothing: the filter leaves nothing, or the range has nothing. */
export function nothingHere(t: (key: TextKey) => string, { country, device }: ScreenFilter): { title: string; hint: string } {
  return country === '' && device === ''
    ? { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') }
    : { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') };
}
