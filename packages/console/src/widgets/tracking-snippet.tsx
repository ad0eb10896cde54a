import type { WebsiteTracking } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../api/client-context';
import { publicAddressQuery } from '../api/websites';
import { trackingLine } from '../lib/tracking-line';
import { CopyableLine } from './copyable-line';

interface Props {
  /** Of the site whose pages get the line; without, the line of a site that changed no setting. */
  readonly settings?: WebsiteTracking | undefined;
}

/** The line for a site's pages. The page's own host decides which site it counts for; settings add attributes. */
export function TrackingSnippet({ settings }: Props): ReactNode {
  const { t } = useTranslation();
  // Where nobody said how the pages reach the server, the operator's own way to it is the best guess.
  const { data } = useQuery(publicAddressQuery(useClient()));
  const line = trackingLine(data?.url || window.location.origin, settings);
  return <CopyableLine text={line} label={t('site.copySnippet')} />;
}
