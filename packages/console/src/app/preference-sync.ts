import type { UserSession } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../api/client-context';
import { profileChanged, savePreferences } from '../api/profile';
import { useLanguage } from '../widgets/language';
import { usePreference } from '../widgets/preferences';

/**
 * Language and theme go with the user: what the server knows of them is applied when the session starts, and what
 * the user changes from then on, wherever in the console, is kept there. A value that the user never chose stays as
 * this browser has it.
 */
export function usePreferenceSync(user: UserSession | undefined): void {
  const client = useClient();
  const queries = useQueryClient();
  const { language, choose } = useLanguage();
  const theme = usePreference((preferences) => preferences.theme);
  const change = usePreference((preferences) => preferences.change);
  const { mutate: keep } = useMutation({
    mutationFn: (part: Parameters<typeof savePreferences>[1]) => savePreferences(client, part),
    onSuccess: (preferences) => {
      if (user) profileChanged(queries, { ...user, preferences });
    },
  });
  const applied = useRef<number>(undefined);
  const seen = useRef({ language, theme });

  useEffect(() => {
    if (!user || applied.current === user.id) return;
    applied.current = user.id;
    const { language: ownLanguage, theme: ownTheme } = user.preferences;
    if (ownLanguage !== '') void choose(ownLanguage);
    if (ownTheme !== '') change({ theme: ownTheme });
  }, [user, choose, change]);

  useEffect(() => {
    const before = seen.current;
    seen.current = { language, theme };
    // As a role nothing can be kept.
    if (!user || user.viewing) return;
    const { preferences } = user;
    const part = {
      ...(language !== before.language && language !== preferences.language ? { language } : {}),
      ...(theme !== before.theme && theme !== preferences.theme ? { theme } : {}),
    };
    if (Object.keys(part).length > 0) keep(part);
  }, [user, language, theme, keep]);
}
