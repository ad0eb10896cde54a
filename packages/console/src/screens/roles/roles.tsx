import { PlusOutlined } from '@ant-design/icons';
import type { Role } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { domainListQuery } from '../../api/common';
import { rolesQuery } from '../../api/roles';
import { Panel } from '../../widgets/panel';
import { useGrantableScreens } from '../../widgets/screens';
import { RoleEditor } from './role-editor';
import { RoleTable } from './role-table';

const HEIGHT = 240;

/** What users may open and see: each role grants screens and sites. */
export default function Roles(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [dialog, setDialog] = useState<{ readonly role: Role | undefined }>();
  const asked = useQuery(rolesQuery(client));
  const { data: sites } = useQuery(domainListQuery(client));
  return (
    <>
      <Panel
        title={t('route.roles')}
        extra={<Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ role: undefined })}>{t('role.add')}</Button>}
        asked={asked}
        minHeight={HEIGHT}
        rows={5}
        anyHeight
      >
        {({ list }) => (
          <>
            <Ungranted roles={list} />
            <RoleTable rows={list} sites={sites ?? []} onEdit={(role) => setDialog({ role })} />
          </>
        )}
      </Panel>
      <RoleEditor open={dialog !== undefined} role={dialog?.role} sites={sites ?? []} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** Says which screens only administrators see because no role grants them: those that came with an update, above all. */
function Ungranted({ roles }: { readonly roles: readonly Role[] }): ReactNode {
  const { t } = useTranslation();
  const screens = useGrantableScreens();
  const made = roles.filter((role) => !role.built_in);
  const missing = screens.filter(({ name }) => !made.some(({ routes }) => routes.includes(name)));
  if (made.length === 0 || missing.length === 0) return null;
  return <Alert style={{ marginBottom: 12 }} type="info" showIcon title={t('role.ungranted', { screens: missing.map(({ title }) => t(title)).join(' · ') })} />;
}
