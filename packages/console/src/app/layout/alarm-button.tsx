import { AlertOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alarmCountQuery } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { PATHS } from '../../lib/links';
import { useSession } from '../../widgets/session';

/** Tells administrators that alarms are on; there only while some are. Also on a telephone: that is where one looks first. */
export function AlarmButton(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const { isAdmin } = useSession();
  const { data } = useQuery({ ...alarmCountQuery(client), enabled: isAdmin });
  const num = data?.num ?? 0;
  if (!isAdmin || num === 0) return null;
  return (
    <Badge count={num} size="small" offset={[-4, 6]}>
      <Button type="text" danger icon={<AlertOutlined />} aria-label={t('alarm.open', { num })} onClick={() => void navigate(PATHS.alarms)} />
    </Badge>
  );
}
