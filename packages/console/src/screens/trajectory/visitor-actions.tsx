import { ADMIN_ROLE, visitors } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { eraseVisitor, visitorErased } from '../../api/visitor-data';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import { useNotices } from '../../widgets/notices';
import { useSession } from '../../widgets/session';
import { useDownload } from '../../widgets/use-download';
import type { SearchType } from './trajectory-state';
import styles from './trajectory.module.css';

interface Props {
  readonly type: SearchType;
  readonly value: string;
  /** '' for all sites. */
  readonly domain: string;
}

/** What a visitor may ask for: all data handed out, or erased. For administrators. */
export function VisitorActions({ type, value, domain }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { user } = useSession();
  const { modal, message } = useNotices();
  const { busy, start } = useDownload();
  const client = useClient();
  const queries = useQueryClient();
  const asked = { domain, type, value };
  const erase = useMutation({
    mutationFn: () => eraseVisitor(client, asked),
    onSuccess: async ({ total }) => {
      void message.success(t('trajectory.erased', { count: formatCount(total, locale) }));
      await visitorErased(queries);
    },
  });
  if (!user.roles.includes(ADMIN_ROLE)) return null;
  const ask = () => {
    modal.confirm({
      title: t('trajectory.eraseTitle', { value }),
      content: t('trajectory.eraseText', { site: domain === '' ? t('trajectory.eraseAllSites') : domain }),
      okText: t('trajectory.erase'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => erase.mutateAsync().then(undefined, () => undefined),
    });
  };
  return (
    <div className={styles.actions}>
      <Button size="small" loading={busy} onClick={() => start({ endpoint: visitors.export, input: asked })}>{t('trajectory.exportAll')}</Button>
      <Button size="small" danger loading={erase.isPending} onClick={ask}>{t('trajectory.erase')}</Button>
    </div>
  );
}
