import { SPIDER_TYPES } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Names a spider type: those that the product ships in the reader's language, the operator's own as they are typed. */
export function useSpiderType(): (type: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (type) => {
      const known = SPIDER_TYPES.find((one) => one === type);
      return known === undefined ? type : t(`spiderType.${known}`);
    },
    [t],
  );
}
