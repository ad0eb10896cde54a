import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticePage } from '../widgets/notice-page';
import { PlainButton } from '../widgets/plain-button';
import { useReach } from '../widgets/recovery';

/** In the place of what can not be shown without the server. What waits for it goes on by itself when it is back. */
export function Unreachable({ onRetry }: { readonly onRetry: () => Promise<unknown> }): ReactNode {
  const { t } = useTranslation();
  const reach = useReach();
  const [asking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    void onRetry().finally(() => setAsking(false));
  };
  return (
    <NoticePage title={t(reach === 'offline' ? 'unreachable.offline' : 'unreachable.title')} lines={[t('unreachable.text')]}>
      <PlainButton primary busy={asking} onClick={ask}>{t('app.retry')}</PlainButton>
    </NoticePage>
  );
}
