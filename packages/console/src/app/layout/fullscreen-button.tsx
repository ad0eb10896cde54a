import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useNotices } from '../../widgets/notices';
import { useTranslation } from 'react-i18next';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Shows the whole console without the browser around it. Its sign follows what is so, also after leaving by Escape. */
export function FullscreenButton(): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async (): Promise<void> => {
    try {
      if (on) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch (error) {
      // Refused, or by a browser that has no such thing: TypeError in both cases.
      if (!(error instanceof TypeError)) throw error;
      void message.warning(t('layout.fullscreenUnsupported'));
    }
  };
  const label = t(on ? 'layout.leaveFullscreen' : 'layout.fullscreen');
  return <Button type="text" icon={on ? <FullscreenExitOutlined /> : <FullscreenOutlined />} aria-label={label} title={label} onClick={() => void toggle()} />;
}
