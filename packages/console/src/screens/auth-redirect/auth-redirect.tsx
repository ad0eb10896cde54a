import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../lib/links';
import { NoticePage } from '../../widgets/notice-page';

/** Where a page that opened this one looks for the code. Source: CONSOLE, section 1.18. */
const OAUTH_KEY = 'x-admin-oauth-code';

/**
 * Stores the query that an identity provider came back with, and closes the window. A window that no page opened can
 * not be closed by it, so it says what to do. Source: specification 1, section 2.
 */
export default function AuthRedirect(): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    window.localStorage.setItem(OAUTH_KEY, window.location.search.slice(1));
    window.close();
  }, []);
  return (
    <main>
      <NoticePage title={t('authRedirect.title')} lines={[t('authRedirect.text')]}>
        <Link to={PATHS.home}>{t('error.home')}</Link>
      </NoticePage>
    </main>
  );
}
