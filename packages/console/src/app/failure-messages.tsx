import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { failureText } from '../widgets/failure-text';
import { TOLD_FOR } from '../widgets/told-for';
import type { FailureChannel } from './failures';
import { useNotices } from '../widgets/notices';

const EXPIRED = 401;

interface Props {
  readonly channel: FailureChannel;
  /** Tells of every navigation; answers with what ends that. */
  readonly onNavigation: (listener: () => void) => () => void;
  /** The reader confirmed: forget the session and reload. */
  readonly onLeave: () => void;
}

/**
 * Shows failed calls: a message for 5 seconds, the same one once at a time; and one dialog beside it, however many calls
 * fail together, when the session has ended. Whoever cancels it stays on the page and is not asked again before the next
 * navigation, however often the page refreshes itself. Source: specification 1, section 8.
 */
export function FailureMessages({ channel, onNavigation, onLeave }: Props): null {
  const { message, modal } = useNotices();
  const { t } = useTranslation();
  const dialog = useRef<'none' | 'open' | 'cancelled'>('none');
  useEffect(
    () =>
      onNavigation(() => {
        if (dialog.current === 'cancelled') dialog.current = 'none';
      }),
    [onNavigation],
  );
  useEffect(
    () =>
      channel.listen((error) => {
        const expired = error instanceof ApiError && error.code === EXPIRED;
        if (expired && dialog.current !== 'none') return;
        const content = failureText(error, t);
        void message.error({ key: content, content, duration: TOLD_FOR });
        if (!expired) return;
        dialog.current = 'open';
        modal.confirm({
          title: t('session.expiredTitle'),
          content: t('session.expiredText'),
          okText: t('session.again'),
          cancelText: t('common.cancel'),
          onOk: onLeave,
          onCancel: () => {
            dialog.current = 'cancelled';
          },
        });
      }),
    [channel, message, modal, onLeave, t],
  );
  return null;
}
