import { createInstance } from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { createClient } from '../api/client';
import { createTokenStore } from '../api/token-store';
import { startLanguage } from '../i18n/languages';
import { createPreferences } from '../widgets/preferences';
import './console.css';
import { createConnection, healthProbe } from '../lib/connection';
import { createFailureChannel, createQueryClient } from './failures';
import { speak } from './language-provider';
import { createReloads } from '../lib/reloads';
import { Root } from './root';
import { createConsoleRouter } from './router';

/** Builds everything once and draws it. */
async function start(): Promise<void> {
  const container = document.querySelector('#root');
  if (!container) throw new Error('The page has no #root');
  const secure = window.location.protocol === 'https:';
  const texts = createInstance();
  await texts.use(initReactI18next).init({
    resources: {}, lng: 'en', fallbackLng: false, keySeparator: false, nsSeparator: false, returnNull: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  const spoken = await speak(texts, startLanguage(document.cookie, navigator.languages));
  const tokens = createTokenStore(document, secure);
  const failures = createFailureChannel();
  const ask = window.fetch.bind(window);
  const connection = createConnection({
    device: {
      onLine: () => navigator.onLine,
      onChange: (listener) => {
        for (const type of ['online', 'offline']) window.addEventListener(type, listener);
      },
    },
    probe: healthProbe('', ask),
    later: (ms, run) => void setTimeout(run, ms),
  });
  const reloads = createReloads(window.sessionStorage, Date.now);
  const parts = {
    tokens,
    failures,
    secure,
    texts,
    spoken,
    client: createClient({ origin: '', tokens, fetch: ask }),
    queries: createQueryClient(failures, (error) => {
      if (error instanceof ApiError && error.kind === 'network') void connection.check();
    }),
    preferences: createPreferences({ storage: window.localStorage, jar: document, secure }),
    recovery: { connection, reloads, reload: () => window.location.reload() },
  };
  createRoot(container).render(<Root parts={parts} router={createConsoleRouter(tokens, parts.queries)} />);
}

await start();
