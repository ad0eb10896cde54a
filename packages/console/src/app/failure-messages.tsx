import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { failureText } from '../widgets/failure-text';
import type { FailureChannel } from './failures';

const SECONDS = 5;
const EXPIRED = 401;

/**
 * Shows failed calls: a message for 5 seconds, the same one once at a time; and one dialog, however many calls fail
 * together, when the session has ended. Source: specification 1, section 8.
 * @param onLeave the reader confirmed: forget the session and reload
 */
export function FailureMessages({ channel, onLeave }: { readonly channel: FailureChannel; readonly onLeave: () => void }): null {
  const { message, modal } = App.useApp();
  const { t } = useTranslation();
  const asking = useRef(false);
  useEffect(
    () =>
      channel.listen((error) => {
        if (!(error instanceof ApiError && error.code === EXPIRED)) {
          const content = failureText(error, t);
          void message.error({ key: content, content, duration: SECONDS });
          return;
        }
        if (asking.current) return;
        asking.current = true;
        modal.confirm({
          title: t('session.expiredTitle'),
          content: t('session.expiredText'),
          okText: t('session.again'),
          cancelText: t('common.cancel'),
          onOk: onLeave,
          afterClose: () => {
            asking.current = false;
          },
        });
      }),
    [channel, message, modal, onLeave, t],
  );
  return null;
}
