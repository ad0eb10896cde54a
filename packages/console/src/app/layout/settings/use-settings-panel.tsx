import { lazy, type ReactNode, Suspense, useState } from 'react';

const SettingsPanel = lazy(() => import('./settings-panel'));

/** The settings panel, fetched when it is first opened, and the way to open it. */
export function useSettingsPanel(): { readonly open: () => void; readonly panel: ReactNode } {
  const [shown, setShown] = useState(false);
  // Stays for its closing movement.
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setShown(true);
  };
  return { open, panel: wanted ? <Suspense fallback={null}><SettingsPanel open={shown} onClose={() => setShown(false)} /></Suspense> : null };
}
