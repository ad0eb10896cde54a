import { App } from 'antd';
import { type ReactNode, useEffect } from 'react';
import type { Notices } from '../widgets/notices';

interface Props {
  readonly onReady: (notices: Notices) => void;
}

/** Draws messages and questions over the page. At most three messages stand at once. */
export default function NoticeHost({ onReady }: Props): ReactNode {
  return (
    <App message={{ maxCount: 3 }}>
      <Ready onReady={onReady} />
    </App>
  );
}

function Ready({ onReady }: Props): null {
  const notices = App.useApp();
  useEffect(() => onReady(notices), [notices, onReady]);
  return null;
}
