import { UserAddOutlined } from '@ant-design/icons';
import { userStatus } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { rolesQuery } from '../../api/roles';
import { usersQuery } from '../../api/users';
import { Panel } from '../../widgets/panel';
import { roleName } from '../../widgets/role-name';
import { SearchBox } from '../../widgets/search-box';
import { useUrlState } from '../../widgets/use-url-state';
import { LinkDialog } from './link-dialog';
import { listChanges, listInput, readListState } from './list-state';
import type { OpenDialog } from './open-dialog';
import { UserEditor } from './user-editor';
import { UserTable } from './user-table';
import styles from './users.module.css';

const HEIGHT = 320;

/** Who may sign in: invite, change, reset, disable, remove. */
export default function Users(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [parameters, change] = useUrlState();
  const [dialog, setDialog] = useState<OpenDialog>();
  const state = readListState(parameters);
  const asked = useQuery(usersQuery(client, listInput(state)));
  // Names for the keys; until they are there, the keys themselves are shown.
  const { data: known } = useQuery(rolesQuery(client));
  const roles = known?.list ?? [];
  const close = () => setDialog(undefined);
  const filters = (
    <div className={styles.filters}>
      <SearchBox value={state.search} label={t('user.search')} width={240} onSearch={(search) => change(listChanges(state, { search }))} />
      <Select
        aria-label={t('user.status')}
        placeholder={t('user.status')}
        allowClear
        className={styles.filter ?? ''}
        value={state.status ?? null}
        options={userStatus.options.map((value) => ({ value, label: t(`userStatus.${value}`) }))}
        onChange={(status) => change(listChanges(state, { status: status ?? undefined }))}
      />
      <Select
        aria-label={t('user.role')}
        placeholder={t('user.role')}
        allowClear
        className={styles.filter ?? ''}
        popupMatchSelectWidth={false}
        value={state.role === '' ? null : state.role}
        options={roles.map((role) => ({ value: role.key, label: roleName(role, t) }))}
        onChange={(role) => change(listChanges(state, { role: role ?? '' }))}
      />
      <Button type="primary" icon={<UserAddOutlined />} onClick={() => setDialog({ kind: 'edit' })}>{t('user.invite')}</Button>
    </div>
  );
  return (
    <>
      <Panel title={t('route.users')} extra={filters} asked={asked} minHeight={HEIGHT} rows={8} anyHeight>
        {({ list, meta }) => (
          <UserTable rows={list} roles={roles} total={meta.pagination.total} state={state} onOpen={setDialog} onPage={(page, perPage) => change(listChanges(state, { page, perPage }))} />
        )}
      </Panel>
      <UserEditor
        open={dialog?.kind === 'edit'}
        user={dialog?.kind === 'edit' ? dialog.user : undefined}
        roles={roles}
        onClose={close}
        onInvited={(username, invitation) => setDialog({ kind: 'link', username, invitation })}
      />
      {dialog?.kind === 'link' ? <LinkDialog username={dialog.username} invitation={dialog.invitation} onClose={close} /> : null}
    </>
  );
}
