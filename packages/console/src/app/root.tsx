import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { i18n } from 'i18next';
import { type ReactNode, StrictMode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import type { StoreApi } from 'zustand';
import type { Client } from '../api/client';
import { ClientContext } from '../api/client-context';
import type { TokenStore } from '../api/token-store';
import type { LanguagePack } from '../i18n/load';
import { AppearanceContext } from '../widgets/appearance';
import { type Preferences, PreferencesContext, usePreference } from '../widgets/preferences';
import { useMedia } from '../widgets/use-media';
import { usePrinting } from '../widgets/use-printing';
import { ConnectionBanner } from './connection-banner';
import { FailureMessages } from './failure-messages';
import type { FailureChannel } from './failures';
import { LanguageProvider, type speak } from './language-provider';
import { DARK_SYSTEM, dress } from './dress';
import { NoticeProvider } from './notice-provider';
import { appearanceOf } from './palette';
import { type Recovery, RecoveryContext } from '../widgets/recovery';
import { componentSize, componentTheme } from './theme';

/** Everything that lives as long as the page. */
export interface Parts {
  readonly tokens: TokenStore;
  readonly failures: FailureChannel;
  readonly secure: boolean;
  readonly texts: i18n;
  readonly spoken: Awaited<ReturnType<typeof speak>>;
  readonly client: Client;
  readonly queries: QueryClient;
  readonly preferences: StoreApi<Preferences>;
  readonly recovery: Recovery;
}

interface Props {
  readonly parts: Parts;
  readonly router: ReturnType<typeof createBrowserRouter>;
}

/** The providers, outermost first, around the router. */
export function Root({ parts, router }: Props): ReactNode {
  return (
    <StrictMode>
      <ClientContext value={parts.client}>
        <QueryClientProvider client={parts.queries}>
          <RecoveryContext value={parts.recovery}>
            <PreferencesContext value={parts.preferences}>
              <LanguageProvider texts={parts.texts} start={parts.spoken} secure={parts.secure}>
                {(components) => (
                  <Themed components={components}>
                    <Failures parts={parts} router={router} />
                    {/* What the address says is on the screen before anything else can be clicked; as a transition it would wait behind every answer that arrives. */}
                    <RouterProvider router={router} useTransitions={false} />
                    <ConnectionBanner />
                  </Themed>
                )}
              </LanguageProvider>
            </PreferencesContext>
          </RecoveryContext>
        </QueryClientProvider>
      </ClientContext>
    </StrictMode>
  );
}

function Failures({ parts: { failures, tokens, recovery }, router }: Props): ReactNode {
  const leave = useCallback(() => {
    tokens.clear();
    recovery.reload();
  }, [tokens, recovery]);
  const onNavigation = useCallback((listener: () => void) => router.subscribe(listener), [router]);
  return <FailureMessages channel={failures} onNavigation={onNavigation} onLeave={leave} />;
}

function Themed({ components, children }: { readonly components: LanguagePack['components']; readonly children: ReactNode }): ReactNode {
  const choice = usePreference((preferences) => preferences.theme);
  const accent = usePreference((preferences) => preferences.accent);
  const upIsRed = usePreference((preferences) => preferences.upIsRed);
  const density = usePreference((preferences) => preferences.density);
  const size = usePreference((preferences) => preferences.size);
  const systemDark = useMedia(DARK_SYSTEM);
  // As it was when the page was opened: to take movements away later, the library would build the whole page anew.
  const [still] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const printing = usePrinting();
  // Paper is light.
  const dark = !printing && (choice === 'system' ? systemDark : choice === 'dark');
  // Before the browser paints: nothing is ever seen in other colours.
  useLayoutEffect(() => dress(document.documentElement, { dark, accent, upIsRed, density }), [dark, accent, upIsRed, density]);
  const theme = useMemo(() => componentTheme({ dark, accent, density, size, still }), [dark, accent, density, size, still]);
  const appearance = useMemo(() => appearanceOf(dark, accent), [dark, accent]);
  return (
    <AppearanceContext value={appearance}>
      <ConfigProvider theme={theme} locale={components} componentSize={componentSize(size)} button={{ autoInsertSpace: false }}>
        <NoticeProvider>{children}</NoticeProvider>
      </ConfigProvider>
    </AppearanceContext>
  );
}
