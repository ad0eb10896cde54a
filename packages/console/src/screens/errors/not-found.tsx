import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../lib/links';
import { NoticePage } from '../../widgets/notice-page';

/** No such place. */
export default function NotFound(): ReactNode {
  const { t } = useTranslation();
  return (
    <main>
      <NoticePage code="404" title={t('error404.title')} lines={[t('error404.text'), t('error404.hint')]}>
        <Link to={PATHS.home}>{t('error.home')}</Link>
      </NoticePage>
    </main>
  );
}
