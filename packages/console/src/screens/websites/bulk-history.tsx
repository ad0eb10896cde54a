import type { BulkImport } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkChanged, bulkListQuery, undoBulk } from '../../api/bulk';
import { useClient } from '../../api/client-context';
import { useNotices } from '../../widgets/notices';
import styles from './bulk.module.css';

/** The last imports, each with the way back. */
export function BulkHistory(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(bulkListQuery(useClient()));
  if (data === undefined || data.list.length === 0) return null;
  return (
    <>
      <h4 className={styles.title}>{t('bulk.recent')}</h4>
      <ul className={styles.history}>{data.list.map((one) => <Entry key={one.id} entry={one} />)}</ul>
    </>
  );
}

function Entry({ entry }: { readonly entry: BulkImport }): ReactNode {
  const { t } = useTranslation();
  const { message, modal } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoBulk(client, entry.id),
    onSuccess: async () => {
      void message.success(t('bulk.undone'));
      await bulkChanged(queries);
    },
  });
  const ask = () => {
    modal.confirm({
      title: t('bulk.undoTitle', { file: entry.file }),
      content: t('bulk.undoText'),
      okText: t('bulk.undo'),
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => undo.mutateAsync().then(undefined, () => undefined),
    });
  };
  return (
    <li>
      <span className={styles.text}>{entry.file}</span>
      <span className={styles.facts}>{t(`bulk.kind.${entry.kind}`)} · +{entry.added} ~{entry.edited} · {entry.username} · {entry.created_at}</span>
      {entry.undone_at === '' ? <Button size="small" type="link" onClick={ask}>{t('bulk.undo')}</Button> : <span className={styles.facts}>{t('bulk.undoneAt', { time: entry.undone_at })}</span>}
    </li>
  );
}
