import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import secrets from '../secret-list.module.css';
import { NewShare } from './new-share';
import { ShareList } from './share-list';

const WIDTH = 640;

interface Props {
  /** undefined: closed. */
  readonly domain: string | undefined;
  readonly onClose: () => void;
}

/** The links that show a site's dashboard to whoever has them: made, shown once, ended. */
export function ShareLinksDialog({ domain, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal open={domain !== undefined} title={t('share.title', { domain: domain ?? '' })} footer={null} width={WIDTH} destroyOnHidden onCancel={onClose}>
      <p className={secrets.intro}>{t('share.intro')}</p>
      {domain === undefined ? null : <><NewShare domain={domain} /><ShareList domain={domain} /></>}
    </Modal>
  );
}
