import type { Website } from '@footfall/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { editWebsite, websitesChanged } from '../../api/websites';
import { SavingSwitch } from '../../widgets/saving-switch';

/** Counts a site or pauses it. */
export function CountedSwitch({ site }: { readonly site: Website }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  return <SavingSwitch value={site.is_stat} label={t('site.toggle', { domain: site.domain })} save={(isStat) => editWebsite(client, { id: site.id, is_stat: isStat })} onSaved={() => websitesChanged(queries)} />;
}
