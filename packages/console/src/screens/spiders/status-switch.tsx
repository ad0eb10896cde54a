import type { SpiderRow } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spidersChanged, switchSpider } from '../../api/spiders';
import { useNotices } from '../../widgets/notices';
import { useSession } from '../../widgets/session';

/** Switches a rule on or off, at once; goes back when the server says no. Source: specification 2, section 4. */
export function StatusSwitch({ spider }: { readonly spider: SpiderRow }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const { isAdmin } = useSession();
  const client = useClient();
  const queries = useQueryClient();
  const toggle = useMutation({
    mutationFn: (status: 0 | 1) => switchSpider(client, spider.id, status),
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      await spidersChanged(queries);
    },
  });
  // While it is on its way it shows what was wanted; afterwards what is.
  const wanted = toggle.isPending ? toggle.variables : spider.status;
  return (
    <Switch size="small" checked={wanted === 1} loading={toggle.isPending} disabled={!isAdmin} aria-label={t('spider.toggle', { name: spider.name })} onChange={(on) => toggle.mutate(on ? 1 : 0)} />
  );
}
