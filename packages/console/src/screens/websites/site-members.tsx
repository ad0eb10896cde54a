import type { WebsiteMembers } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { setWebsiteMembers, websiteMembersQuery } from '../../api/websites';
import { useNotices } from '../../widgets/notices';
import { FailedState, Lines } from '../../widgets/panel-state';
import { roleName } from '../../widgets/role-name';
import styles from './site-members.module.css';

const HEIGHT = 160;

/** Who may see a site: the roles that grant it, each granted or taken at once, and the users who hold them. */
export function SiteMembers({ siteId }: { readonly siteId: number }): ReactNode {
  const client = useClient();
  const { data, error, refetch } = useQuery(websiteMembersQuery(client, siteId));
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} />;
  if (data === undefined) return <Lines minHeight={HEIGHT} rows={4} />;
  return <Members siteId={siteId} members={data} />;
}

function Members({ siteId, members }: { readonly siteId: number; readonly members: WebsiteMembers }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (roles: readonly string[]) => setWebsiteMembers(client, siteId, roles),
    onSuccess: (saved) => {
      queries.setQueryData(websiteMembersQuery(client, siteId).queryKey, saved);
      void message.success(t('site.membersSaved'));
    },
  });
  const own = members.roles.filter((role) => !role.all_sites);
  const granted = set.isPending ? set.variables : own.filter((role) => role.granted).map(({ key }) => key);
  const names = new Map(members.roles.map((role) => [role.key, roleName(role, t)]));
  const change = (key: string, on: boolean) => set.mutate(on ? [...granted, key] : granted.filter((one) => one !== key));
  return (
    <div className={styles.members}>
      <h4 className={styles.title}>{t('site.memberRoles')}</h4>
      <ul className={styles.list}>
        {members.roles.map(({ key, all_sites: all }) => (
          <li key={key}>
            <Checkbox checked={all || granted.includes(key)} disabled={all || set.isPending} onChange={({ target }) => change(key, target.checked)}>{names.get(key)}</Checkbox>
            {all ? <span className={styles.note}>{t('role.allSites')}</span> : null}
          </li>
        ))}
      </ul>
      <h4 className={styles.title}>{t('site.memberUsers', { num: members.users.length })}</h4>
      <ul className={styles.list}>
        {members.users.map(({ id, username, nickname, roles }) => (
          <li key={id}>
            <span className={styles.user}>{nickname === '' || nickname === username ? username : `${nickname} (${username})`}</span>
            {roles.map((key) => <Tag key={key}>{names.get(key)}</Tag>)}
          </li>
        ))}
      </ul>
    </div>
  );
}
