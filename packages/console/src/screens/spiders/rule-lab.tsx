import type { SpiderRow } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { applySpider, spidersChanged } from '../../api/spiders';
import { useNotices } from '../../widgets/notices';
import { useSession } from '../../widgets/session';
import { AgentTest } from './agent-test';
import { DryRun } from './dry-run';
import { RunList } from './run-list';
import styles from './spiders.module.css';

interface Props {
  readonly open: boolean;
  /** The rule that is tried; undefined: agents alone. */
  readonly spider: SpiderRow | undefined;
  readonly onClose: () => void;
}

/** The rule lab: an agent against the rules, a rule against history, and what was applied back in time. */
export function RuleLab({ open, spider, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { isAdmin } = useSession();
  return (
    <Drawer open={open} size={720} title={<span className={styles.name}>{spider ? `${t('spider.lab')}: ${spider.name}` : t('spider.lab')}</span>} destroyOnHidden onClose={onClose}>
      <div className={styles.stack}>
        {spider ? <Trial spider={spider} /> : <AgentTest />}
        {isAdmin ? <RunList /> : null}
      </div>
    </Drawer>
  );
}

/** A saved rule against history, and the button that makes it so. */
function Trial({ spider }: { readonly spider: SpiderRow }): ReactNode {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const { isAdmin } = useSession();
  const client = useClient();
  const queries = useQueryClient();
  const apply = useMutation({
    mutationFn: () => applySpider(client, spider.id),
    onSuccess: () => {
      void message.success(t('spider.applyBegun'));
      // Not waited for: what the rule would take is counted anew as well.
      void spidersChanged(queries);
    },
  });
  const ask = () => {
    // The question closes at once; a failure is told by the shell.
    modal.confirm({ title: t('spider.applyTitle', { name: spider.name }), content: t('spider.applyText'), okText: t('spider.apply'), cancelText: t('common.cancel'), onOk: () => apply.mutate() });
  };
  return (
    <>
      <DryRun rule={{ id: spider.id, type: spider.type, name: spider.name, keyword: spider.keyword }} />
      {isAdmin ? <div><Button type="primary" disabled={spider.status === 0 || spider.keyword.length === 0} loading={apply.isPending} onClick={ask}>{t('spider.apply')}</Button></div> : null}
    </>
  );
}
