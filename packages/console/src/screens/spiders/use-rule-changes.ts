import type { endpoints, Input, SpiderRow } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { changeSpiders, removeSpider, spidersChanged } from '../../api/spiders';
import { useNotices } from '../../widgets/notices';

type Bulk = Input<typeof endpoints.spiders.bulk>;

interface RuleChanges {
  /** Asks, then takes a rule off the list. */
  remove(spider: SpiderRow): void;
  /** Does the same to several; asks before it removes them. */
  bulk(ids: readonly number[], action: Bulk['action'], onDone: () => void): void;
}

/** The changes that are made from the list itself. */
export function useRuleChanges(): RuleChanges {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: number) => removeSpider(client, id),
    onSuccess: async () => {
      void message.success(t('spider.removed'));
      await spidersChanged(queries);
    },
  });
  const many = useMutation({
    mutationFn: (input: Bulk) => changeSpiders(client, input),
    onSuccess: async (num) => {
      void message.success(t('spider.bulkDone', { num }));
      await spidersChanged(queries);
    },
  });
  // A failure is told by the shell; a question closes either way.
  const quietly = (work: Promise<unknown>): Promise<void> => work.then(() => undefined, () => undefined);
  return {
    remove: ({ id, name }) => {
      modal.confirm({ title: t('spider.deleteTitle', { name }), content: t('spider.deleteText'), okText: t('common.delete'), okButtonProps: { danger: true }, cancelText: t('common.cancel'), onOk: () => quietly(remove.mutateAsync(id)) });
    },
    bulk: (ids, action, onDone) => {
      const run = (): Promise<void> => quietly(many.mutateAsync({ ids: [...ids], action }).then(onDone));
      if (action !== 'remove') void run();
      else modal.confirm({ title: t('spider.bulkDelete', { num: ids.length }), content: t('spider.deleteText'), okText: t('common.delete'), okButtonProps: { danger: true }, cancelText: t('common.cancel'), onOk: run });
    },
  };
}
