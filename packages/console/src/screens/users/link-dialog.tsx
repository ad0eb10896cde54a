import { type Invitation, INVITATION_PATH } from '@footfall/contract';
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OneTimeLink } from '../../widgets/one-time-link';

interface Props {
  readonly username: string;
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/** The link to hand to a user. Only its button closes it: a stray click would lose what is shown this once. */
export function LinkDialog({ username, invitation, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { token, expires_at: until } = invitation;
  return (
    <Modal open title={t('user.linkTitle')} footer={<Button type="primary" onClick={onClose}>{t('user.linkKept')}</Button>} onCancel={onClose} maskClosable={false} keyboard={false}>
      <p>{t('user.linkText', { username })}</p>
      <div style={{ height: 12 }} />
      <OneTimeLink link={`${window.location.origin}${INVITATION_PATH}#${token}`} until={until} />
    </Modal>
  );
}
