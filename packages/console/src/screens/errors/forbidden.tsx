import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PATHS } from '../../lib/links';
import { NoticePage } from '../../widgets/notice-page';

/** The place exists, and this user may not open it. Back leads to the dashboard if `noGoBack` is set, or if there is nothing to go back to. */
export default function Forbidden(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const back = () => {
    if (parameters.has('noGoBack') || !cameFromHere(window.history.state)) void navigate(PATHS.dashboard);
    else void navigate(-1);
  };
  return (
    <main>
      <NoticePage code="401" title={t('error401.title')} lines={[t('error401.text')]}>
        <Button onClick={back}>{t('error401.back')}</Button>
        <Link to={PATHS.home}>{t('error.home')}</Link>
      </NoticePage>
    </main>
  );
}

/** Whether one step back stays in the console: the router counts the steps of a tab from 0, other pages not included. */
function cameFromHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0;
}
