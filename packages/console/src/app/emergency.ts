import { EMERGENCY } from '../i18n/emergency';
import type { Language } from '../i18n/languages';
import type { Recovery } from '../widgets/recovery';
import { isMissingPart } from '../lib/reloads';

/**
 * The console could not even start: reloads once when the server answers, since an update may have replaced its files,
 * else says so in plain words and lets the reader try again.
 */
export async function startFailed(container: Element, error: unknown, language: Language, { connection, reloads, reload }: Recovery): Promise<void> {
  if (isMissingPart(error) && (await connection.check()) && reloads.claim()) {
    reload();
    return;
  }
  const words = EMERGENCY[language];
  const title = document.createElement('h1');
  title.textContent = words.title;
  const text = document.createElement('p');
  text.textContent = words.text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.reload;
  button.addEventListener('click', reload);
  const main = document.createElement('main');
  main.className = 'ff-emergency';
  main.append(title, text, button);
  container.replaceChildren(main);
  document.title = words.title;
}
