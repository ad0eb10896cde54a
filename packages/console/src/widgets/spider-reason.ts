import { SPIDER_SIGNS } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Why a request is a crawler's: the keyword of a rule as it is, the generic detector's sign in the reader's language. */
export function useSpiderReason(): (spiderId: number, reason: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (spiderId, reason) => {
      const sign = spiderId === 0 ? SPIDER_SIGNS.find((one) => one === reason) : undefined;
      return sign === undefined ? reason : t(`spider.sign.${sign}`);
    },
    [t],
  );
}
