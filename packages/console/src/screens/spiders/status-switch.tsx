import type { SpiderRow } from '@footfall/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spidersChanged, switchSpider } from '../../api/spiders';
import { SavingSwitch } from '../../widgets/saving-switch';

/** Switches a rule on or off. */
export function StatusSwitch({ spider }: { readonly spider: SpiderRow }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  return <SavingSwitch value={spider.status} label={t('spider.toggle', { name: spider.name })} save={(status) => switchSpider(client, spider.id, status)} onSaved={() => spidersChanged(queries)} />;
}
