import { createInstance } from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { createClient } from '../api/client';
import { reportClientErrors } from '../api/client-errors';
import { createTokenStore } from '../api/token-store';
import { startLanguage } from '../i18n/languages';
import { browserName } from '../lib/browser-name';
import { createConnection, healthProbe } from '../lib/connection';
import { createReloads, isMissingPart } from '../lib/reloads';
import { scrub } from '../lib/scrub';
import { createPreferences } from '../widgets/preferences';
import './console.css';
import './print.css';
import { startFailed } from './emergency';
import { createCollector } from './error-log/collector';
import { listenToErrors } from './error-log/listen';
import { createFailureChannel, createQueryClient } from './failures';
import { speak, speakAll } from './language-provider';
import { prefetch } from './prefetch';
import { Root } from './root';
import { createConsoleRouter } from './router';
import { ROUTES } from './routes';

/** Builds everything once and draws it. */
async function start(container: Element): Promise<void> {
  const secure = window.location.protocol === 'https:';
  const later = (ms: number, run: () => void): void => void setTimeout(run, ms);
  const ask = window.fetch.bind(window);
  const tokens = createTokenStore(document, secure);
  const client = createClient({ origin: '', tokens, fetch: ask });

  const from = { version: FOOTFALL_VERSION, browser: browserName(navigator.userAgent) };
  const collector = createCollector({
    // Only who is signed in may tell: what happens before waits until then.
    send: async (items) => tokens.read() !== undefined && (await reportClientErrors(client, from, items)),
    later,
    path: () => window.location.pathname,
    clean: (text) => scrub(text, window.location.origin),
  });
  listenToErrors(window, collector);

  const connection = createConnection({
    device: {
      onLine: () => navigator.onLine,
      onChange: (listener) => {
        for (const type of ['online', 'offline']) window.addEventListener(type, listener);
      },
    },
    probe: healthProbe('', ask),
    later,
  });
  const recovery = { connection, reloads: createReloads(window.sessionStorage, Date.now), reload: () => window.location.reload() };
  const language = startLanguage(document.cookie, navigator.languages);

  try {
    const texts = createInstance();
    await texts.use(initReactI18next).init({
      resources: {}, lng: 'en', fallbackLng: false, keySeparator: false, nsSeparator: false, returnNull: false,
      // React escapes what it shows.
      interpolation: { escapeValue: false },
    });
    const words = (): Promise<void> => speakAll(texts, language);
    // Beside the first words, not after them.
    if (tokens.read() !== undefined) prefetch(ROUTES, window.location.pathname, words);
    const spoken = await speak(texts, language);
    const failures = createFailureChannel();
    const queries = createQueryClient(failures, (error) => {
      if (!(error instanceof ApiError)) collector.take('promise', error);
      else if (error.kind === 'shape') collector.take('answer', error);
      else if (error.kind === 'network') void connection.check();
    });
    const preferences = createPreferences({ storage: window.localStorage, jar: document, secure });
    const parts = { tokens, failures, secure, texts, spoken, client, queries, recovery, preferences };
    const drawing = (error: unknown): void => {
      // The file itself was told of already; after an update that is nothing to look into.
      if (isMissingPart(error)) return;
      collector.take('render', error);
      // Into the browser's own log, as it would be without us.
      reportError(error);
    };
    createRoot(container, { onCaughtError: drawing, onUncaughtError: drawing, onRecoverableError: drawing }).render(
      <Root parts={parts} router={createConsoleRouter(tokens, queries, words)} />,
    );
  } catch (error) {
    collector.take('promise', error);
    await startFailed(container, error, language, recovery);
  }
}

const container = document.querySelector('#root');
if (!container) throw new Error('The page has no #root');
await start(container);
