import { Button, Flex, Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PATHS } from '../../lib/links';

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
      <Result
        status="403"
        title={t('error401.title')}
        subTitle={t('error401.text')}
        extra={
          <Flex justify="center" align="center" gap={16}>
            <Button onClick={back}>{t('error401.back')}</Button>
            <Link to={PATHS.home}>{t('error.home')}</Link>
          </Flex>
        }
      />
    </main>
  );
}
