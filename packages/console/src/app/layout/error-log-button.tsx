import { BugOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientErrorCountQuery } from '../../api/client-errors';
import { useClient } from '../../api/client-context';
import { useSession } from '../../widgets/session';

const ErrorLogDialog = lazy(() => import('./error-log-dialog'));

/** Tells administrators that the console failed somewhere; there only while there are errors. Source: CONSOLE, section 1.12. */
export function ErrorLogButton(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { isAdmin } = useSession();
  const { data } = useQuery({ ...clientErrorCountQuery(client), enabled: isAdmin });
  const [open, setOpen] = useState(false);
  const groups = data?.groups ?? 0;
  if (!isAdmin || (groups === 0 && !open)) return null;
  return (
    <>
      <Badge count={groups} size="small" offset={[-4, 6]}>
        <Button type="text" danger icon={<BugOutlined />} aria-label={t('errorLog.open', { num: groups })} onClick={() => setOpen(true)} />
      </Badge>
      <Suspense fallback={null}>{open ? <ErrorLogDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
