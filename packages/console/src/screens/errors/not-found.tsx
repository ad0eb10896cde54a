import { Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../lib/links';

/** No such place. */
export default function NotFound(): ReactNode {
  const { t } = useTranslation();
  return (
    <main>
      <Result
        status="404"
        title={t('error404.title')}
        subTitle={<>{t('error404.text')}<br />{t('error404.hint')}</>}
        extra={<Link to={PATHS.home}>{t('error.home')}</Link>}
      />
    </main>
  );
}
