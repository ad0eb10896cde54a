import AppContext from 'antd/es/app/context';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FailureBoundary } from '../widgets/failure-boundary';
import { createWaitingNotices } from './waiting-notices';

const NoticeHost = lazy(() => import('./notice-host'));

/** Where what draws messages can not be fetched, the screen beside it can not either, and says so. */
const Nothing = (): null => null;

/** Gives everything within a way to tell and to ask; what draws it is fetched beside the first screen. */
export function NoticeProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [waiting] = useState(createWaitingNotices);
  return (
    <AppContext value={waiting.notices}>
      {children}
      <FailureBoundary fallback={Nothing}>
        <Suspense><NoticeHost onReady={waiting.hand} /></Suspense>
      </FailureBoundary>
    </AppContext>
  );
}
