import { EllipsisOutlined } from '@ant-design/icons';
import { ADMIN_ROLE, type Role, type UserRow } from '@footfall/contract';
import { Button, Table, type TableProps, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../widgets/avatar';
import { MenuButton } from '../../widgets/menu-button';
import { usePaging } from '../../widgets/paging';
import { EmptyState } from '../../widgets/panel-state';
import { roleName } from '../../widgets/role-name';
import { useSession } from '../../widgets/session';
import type { ListState } from './list-state';
import type { OpenDialog } from './open-dialog';
import { useUserActions } from './use-user-actions';
import styles from './users.module.css';

interface Props {
  readonly rows: readonly UserRow[];
  readonly roles: readonly Role[];
  readonly total: number;
  readonly state: ListState;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onPage: (page: number, perPage: number) => void;
}

/** A page of the users. */
export function UserTable({ rows, roles, total, state, onOpen, onPage }: Props): ReactNode {
  const { t } = useTranslation();
  const paging = usePaging({ page: state.page, perPage: state.perPage, total });
  const nameOf = (key: string) => {
    const role = roles.find((known) => known.key === key);
    return role ? roleName(role, t) : key;
  };
  const columns: TableProps<UserRow>['columns'] = [
    { key: 'user', title: t('user.user'), width: 220, render: (_: unknown, user) => <Who user={user} /> },
    { key: 'email', title: t('user.email'), dataIndex: 'email', width: 200, ellipsis: true, render: (email: string) => email || t('common.none') },
    {
      key: 'roles', title: t('user.roles'), width: 190,
      render: (_: unknown, user) => <span className={styles.tags}>{user.roles.map((key) => <Tag key={key} className={styles.tag ?? ''} title={nameOf(key)} color={key === ADMIN_ROLE ? 'blue' : 'default'}>{nameOf(key)}</Tag>)}</span>,
    },
    { key: 'status', title: t('user.status'), width: 100, render: (_: unknown, { status, second_factor: factor }) => <><span className={`${styles.status} ${styles[status]}`}>{t(`userStatus.${status}`)}</span>{factor ? <span className={styles.username}>{t('user.withFactor')}</span> : null}</> },
    { key: 'last', title: t('user.lastSignIn'), width: 152, className: 'ff-number', render: (_: unknown, user) => user.last_sign_in_at || t('user.never') },
    { key: 'created_at', title: t('site.createdAt'), dataIndex: 'created_at', width: 152, className: 'ff-number' },
    { key: 'actions', title: t('common.actions'), width: 116, render: (_: unknown, user) => <Actions user={user} onOpen={onOpen} /> },
  ];
  return (
    <Table<UserRow>
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={columns}
      pagination={paging}
      scroll={{ x: 1_130 }}
      locale={{ emptyText: <EmptyState title={t('user.none')} hint={t('user.noneHint')} /> }}
      onChange={({ current, pageSize }) => onPage(pageSize === state.perPage ? (current ?? 1) : 1, pageSize ?? state.perPage)}
    />
  );
}

function Who({ user }: { readonly user: UserRow }): ReactNode {
  const { t } = useTranslation();
  const { user: self } = useSession();
  return (
    <span className={styles.who}>
      <Avatar name={user.name} src={user.avatar} size={32} />
      <span className={styles.names}>
        <span className={styles.name} title={user.name}>{user.name}{user.id === self.id ? <span className={styles.self}>{t('user.you')}</span> : null}</span>
        <span className={styles.username} title={user.username}>{user.username}</span>
      </span>
    </span>
  );
}

function Actions({ user, onOpen }: { readonly user: UserRow; readonly onOpen: (dialog: OpenDialog) => void }): ReactNode {
  const { t } = useTranslation();
  const { user: self } = useSession();
  const actions = useUserActions(onOpen);
  const own = user.id === self.id;
  const disabled = user.status === 'disabled';
  const items = [
    { key: 'reset', label: t(user.status === 'invited' ? 'user.relink' : 'user.reset'), disabled: own },
    ...(user.second_factor ? [{ key: 'factor', label: t('user.factorReset'), disabled: own }] : []),
    { key: 'disable', label: t(disabled ? 'user.enable' : 'user.disable'), disabled: own },
    { key: 'remove', label: t('common.delete'), danger: true, disabled: own },
  ];
  const act = (key: string) => {
    if (key === 'reset') actions.reset(user);
    if (key === 'factor') actions.resetFactor(user);
    if (key === 'disable') actions.setDisabled(user, !disabled);
    if (key === 'remove') actions.remove(user);
  };
  return (
    <span className={styles.actions}>
      <Button size="small" type="link" aria-label={t('user.edit', { username: user.username })} onClick={() => onOpen({ kind: 'edit', user })}>{t('common.edit')}</Button>
      <MenuButton label={t('user.more', { username: user.username })} icon={<EllipsisOutlined />} items={items} selected={[]} onChoose={act} />
    </span>
  );
}
