import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error';
import { createClient } from '../../api/client';
import { ClientContext, useClient } from '../../api/client-context';
import { openShareQuery } from '../../api/shares';
import { SharedDashboard } from '../../screens/dashboard-info/shared-dashboard';
import { BrandMark } from '../../widgets/brand-mark';
import { LanguageMenu } from '../../widgets/language-menu';
import { NoticePage } from '../../widgets/notice-page';
import { FailedState, Lines } from '../../widgets/panel-state';
import { type Session, SessionContext } from '../../widgets/session';
import { ThemeMenu } from '../../widgets/theme-menu';
import { createFailureChannel, createQueryClient } from '../failures';
import styles from './share-page.module.css';

const LOADING_HEIGHT = 600;

/** Whoever has a link is nobody: no screen is theirs to open. */
const NOBODY: Session = {
  user: { id: 0, username: '', nickname: '', name: '', email: '', avatar: '', introduction: '', roles: ['share'], routes: [], all_sites: false, preferences: { language: '', theme: '', settings: {} }, viewing: null },
  isAdmin: false,
  signOut: () => undefined,
  viewAs: () => Promise.resolve(),
};

const isEnded = (error: unknown): boolean => error instanceof ApiError && error.errorName === 'share.ended';

/** What a share link opens. It asks with the link's token alone, whoever is signed in in this browser, and keeps no answer where the console's are. */
export default function SharePage(): ReactNode {
  const { token = '' } = useParams();
  return <Asking key={token} token={token} />;
}

function Asking({ token }: { readonly token: string }): ReactNode {
  const [ended, setEnded] = useState(false);
  const [{ client, queries }] = useState(() => ({
    client: createClient({ origin: '', tokens: { read: () => token, write: () => undefined, clear: () => undefined }, fetch: window.fetch.bind(window) }),
    // Nobody listens: every panel shows its own failure.
    queries: createQueryClient(createFailureChannel(), (error) => {
      if (isEnded(error)) setEnded(true);
    }),
  }));
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queries}>
        <SessionContext value={NOBODY}>{ended ? <Ended /> : <Shared token={token} />}</SessionContext>
      </QueryClientProvider>
    </ClientContext>
  );
}

function Shared({ token }: { readonly token: string }): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(openShareQuery(useClient(), token));
  return (
    <Frame site={data?.site ?? ''} domain={data?.domain ?? ''} until={data?.expires_at ?? ''}>
      {data ? <SharedDashboard site={data.site} domain={data.domain} /> : error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={LOADING_HEIGHT} /> : <Lines minHeight={LOADING_HEIGHT} rows={8} />}
      <span className="ff-visually-hidden">{t('share.readOnly')}</span>
    </Frame>
  );
}

function Ended(): ReactNode {
  const { t } = useTranslation();
  return (
    <Frame site="" domain="" until="">
      <NoticePage title={t('share.endedTitle')} lines={[t('share.endedText'), t('share.endedHint')]}>{null}</NoticePage>
    </Frame>
  );
}

interface FrameProps {
  /** '' where it is not known. */
  readonly site: string;
  readonly domain: string;
  /** '' for never. */
  readonly until: string;
  readonly children: ReactNode;
}

function Frame({ site, domain, until, children }: FrameProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandMark size={26} />
        {site === '' ? <span className={styles.title}>{t('app.name')}</span> : <h1 className={styles.title}><bdi>{site}</bdi><span className={styles.domain}>{domain}</span></h1>}
        <span className="ff-no-print"><LanguageMenu /><ThemeMenu /></span>
      </header>
      <main className={styles.content}>{children}</main>
      <footer className={styles.foot}>
        <span>{until === '' ? '' : t('share.until', { time: until })}</span>
        {/* The licence of the country data (CC BY 4.0) asks for the link wherever countries are shown. */}
        <a href="https://db-ip.com" target="_blank" rel="noopener noreferrer">{t('layout.geoCredit')}</a>
      </footer>
    </div>
  );
}
