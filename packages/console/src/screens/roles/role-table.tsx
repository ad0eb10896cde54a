import type { endpoints, Output, Role } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Table, type TableProps, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../api/client-context';
import { removeRole, rolesChanged } from '../../api/roles';
import { PATHS } from '../../lib/links';
import { useNotices } from '../../widgets/notices';
import { roleName } from '../../widgets/role-name';
import { useGrantableScreens } from '../../widgets/screens';
import { useSession } from '../../widgets/session';
import styles from './roles.module.css';

type Site = Output<typeof endpoints.common.domainList>[number];

interface Props {
  readonly rows: readonly Role[];
  readonly sites: readonly Site[];
  readonly onEdit: (role: Role) => void;
}

/** The roles with what they grant. Source of the columns: CONSOLE, section 1.15. */
export function RoleTable({ rows, sites, onEdit }: Props): ReactNode {
  const { t } = useTranslation();
  const screens = useGrantableScreens();
  const remove = useRemove();
  const { viewAs } = useSession();
  const columns: TableProps<Role>['columns'] = [
    {
      key: 'name', title: t('role.name'), width: 240,
      render: (_: unknown, role) => (
        <>
          <div className={styles.name}>{roleName(role, t)}</div>
          <div className={styles.about}>{role.built_in ? t('role.administratorText') : role.description}</div>
        </>
      ),
    },
    { key: 'key', title: t('role.key'), dataIndex: 'key', width: 130, render: (key: string) => <code className={styles.key}>{key}</code> },
    {
      key: 'routes', title: t('role.screens'), width: 260,
      render: (_: unknown, role) => <Grants all={role.built_in} allText={t('role.everything')} names={screens.filter(({ name }) => role.routes.includes(name)).map(({ title }) => t(title))} />,
    },
    {
      key: 'sites', title: t('role.sites'), width: 220,
      render: (_: unknown, role) => <Grants all={role.all_sites} allText={t('role.allSites')} names={sites.filter(({ id }) => role.sites.includes(id)).map(({ domain }) => domain)} />,
    },
    {
      key: 'users', title: t('role.users'), width: 90, align: 'right', className: 'ff-number',
      render: (_: unknown, role) => <Link to={`${PATHS.users}?${new URLSearchParams({ role: role.key }).toString()}`} aria-label={`${role.users}: ${t('role.showUsers', { name: roleName(role, t) })}`}>{role.users}</Link>,
    },
    {
      key: 'actions', title: t('common.actions'), width: 210,
      render: (_: unknown, role) =>
        role.built_in ? <span className={styles.about}>{t('role.builtIn')}</span> : (
          <span className={styles.actions}>
            <Button size="small" type="link" aria-label={t('view.as', { role: role.name })} title={t('view.as', { role: role.name })} onClick={() => void viewAs(role.key)}>{t('view.start')}</Button>
            <Button size="small" type="link" aria-label={t('role.edit', { name: role.name })} onClick={() => onEdit(role)}>{t('common.edit')}</Button>
            <Button size="small" type="link" danger aria-label={t('role.remove', { name: role.name })} onClick={() => remove(role)}>{t('common.delete')}</Button>
          </span>
        ),
    },
  ];
  return <Table<Role> size="small" rowKey="key" dataSource={rows} columns={columns} pagination={false} scroll={{ x: 1_150 }} />;
}

const SHOWN = 4;

/** Everything, nothing, or the first few by name and how many more. */
function Grants({ all, allText, names }: { readonly all: boolean; readonly allText: string; readonly names: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  if (all) return <Tag color="blue">{allText}</Tag>;
  if (names.length === 0) return <span className={styles.about}>{t('role.nothing')}</span>;
  const rest = names.slice(SHOWN);
  return (
    <span className={styles.tags}>
      {names.slice(0, SHOWN).map((name) => <Tag key={name}>{name}</Tag>)}
      {rest.length === 0 ? null : <Tag title={rest.join(', ')}>{t('role.more', { num: rest.length })}</Tag>}
    </span>
  );
}

/** Asks, then removes a role. */
function useRemove(): (role: Role) => void {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (key: string) => removeRole(client, key),
    onSuccess: async () => {
      void message.success(t('site.removed'));
      await rolesChanged(queries);
    },
  });
  return ({ key, name }) => {
    modal.confirm({
      title: t('role.removeTitle'),
      content: t('role.removeText', { name }),
      okText: t('common.delete'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => remove.mutateAsync(key).then(undefined, () => undefined),
    });
  };
}
