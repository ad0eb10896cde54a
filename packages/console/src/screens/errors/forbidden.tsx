import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PATHS } from '../../lib/links';
import { NoticePage } from '../../widgets/notice-page';

/** The place exists, and this user may not open it. Back leads to the dashboard if `noGoBack` is set. */
export default function Forbidden(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const back = () => {
    // A fresh tab has nowhere to go back to.
    const nowhere = parameters.has('noGoBack') || window.history.length <= 1;
    if (nowhere) void navigate(PATHS.dashboard);
    else void navigate(-1);
  };
  return (
    <main>
      <NoticePage title={t('error401.title')} lines={[t('error401.text')]}>
        <Button onClick={back}>{t('error401.back')}</Button>
        <Link to={PATHS.home}>{t('error.home')}</Link>
      </NoticePage>
    </main>
  );
}
