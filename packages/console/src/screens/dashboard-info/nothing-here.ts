import type { TextKey } from '../../i18n/texts/en';
import type { PanelScope } from './panel-scope';

/** Why a panel has nothing: the filter leaves nothing, or the range has nothing. */
export function nothingHere(t: (key: TextKey) => string, { country }: PanelScope): { title: string; hint: string } {
  return country === ''
    ? { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') }
    : { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') };
}
