import { PIXEL_PATH } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../api/client-context';
import { publicAddressQuery } from '../api/websites';
import { CopyableLine } from './copyable-line';

/**
 * The line that counts visitors without script: a picture inside the body. Browsers tell another site only the host of the page
 * unless the picture says otherwise, so it does.
 */
export function PixelSnippet(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(publicAddressQuery(useClient()));
  const address = data?.url || window.location.origin;
  const line = `<noscript><img src="${address}${PIXEL_PATH}" alt="" width="1" height="1" referrerpolicy="no-referrer-when-downgrade" style="position:absolute"></noscript>`;
  return <CopyableLine text={line} label={t('site.copyPixel')} />;
}
