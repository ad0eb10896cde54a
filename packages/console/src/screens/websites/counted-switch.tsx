import type { Website } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { editWebsite, websitesChanged } from '../../api/websites';
import { useNotices } from '../../widgets/notices';
import { useSession } from '../../widgets/session';

/** Counts a site or pauses it, at once; goes back when the server says no. Source: specification 2, section 4. */
export function CountedSwitch({ site }: { readonly site: Website }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const { isAdmin } = useSession();
  const client = useClient();
  const queries = useQueryClient();
  const toggle = useMutation({
    mutationFn: (isStat: 0 | 1) => editWebsite(client, { id: site.id, is_stat: isStat }),
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      await websitesChanged(queries);
    },
  });
  // While it is on its way it shows what was wanted; afterwards what is.
  const wanted = toggle.isPending ? toggle.variables : site.is_stat;
  return (
    <Switch
      size="small"
      checked={wanted === 1}
      loading={toggle.isPending}
      disabled={!isAdmin}
      aria-label={t('site.toggle', { domain: site.domain })}
      onChange={(on) => toggle.mutate(on ? 1 : 0)}
    />
  );
}
