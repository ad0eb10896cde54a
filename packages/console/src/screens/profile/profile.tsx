import { EllipsisOutlined } from '@ant-design/icons';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelFrame } from '../../widgets/panel';
import { useSession } from '../../widgets/session';
import { useIsMobile } from '../../widgets/use-media';
import { useUrlState } from '../../widgets/use-url-state';
import { AccountForm } from './account-form';
import { Activity } from './activity';
import { PasswordForm } from './password-form';
import { PreferencesForm } from './preferences-form';
import { isProfileTab, PROFILE_TABS, type ProfileTab } from './profile-tabs';
import styles from './profile.module.css';
import { SecondFactor } from './second-factor';
import { SessionList } from './session-list';
import { TokenList } from './token-list';
import { UserCard } from './user-card';

/** The signed-in user's own: who one is, what one did, the way in, and how the console looks. The tab is in the address. */
export default function Profile(): ReactNode {
  const { t } = useTranslation();
  const { user } = useSession();
  const [parameters, change] = useUrlState();
  const mobile = useIsMobile();
  const asked = parameters.get('tab') ?? '';
  const tab = isProfileTab(asked) ? asked : 'activity';
  const contents: Readonly<Record<ProfileTab, ReactNode>> = {
    activity: <Activity />,
    account: <AccountForm key={user.id} user={user} />,
    security: (
      <div className={styles.sections}>
        <section>
          <h3 className={styles.heading}>{t('password.title')}</h3>
          <PasswordForm username={user.username} />
        </section>
        <section>
          <h3 className={styles.heading}>{t('factor.title')}</h3>
          <SecondFactor />
        </section>
        <section>
          <h3 className={styles.heading}>{t('session.title')}</h3>
          <SessionList />
        </section>
      </div>
    ),
    tokens: <TokenList />,
    preferences: <PreferencesForm />,
  };
  return (
    <div className={styles.profile}>
      <PanelFrame title={t('route.profile')}><UserCard user={user} /></PanelFrame>
      <section className={styles.tabs}>
        <Tabs
          activeKey={tab}
          destroyOnHidden
          {...(mobile ? { tabBarGutter: 12 } : {})}
          more={{ icon: <EllipsisOutlined aria-hidden={false} aria-label={t('common.moreTabs')} /> }}
          items={PROFILE_TABS.map((key) => ({ key, label: t(`profileTab.${key}`), children: contents[key] }))}
          onChange={(key) => change({ tab: key === 'activity' ? undefined : key, page: undefined })}
        />
      </section>
    </div>
  );
}
