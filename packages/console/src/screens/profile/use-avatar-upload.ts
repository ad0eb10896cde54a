import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/client-context';
import { profileChanged, removeAvatar, setAvatar } from '../../api/profile';

/** Draws the avatar and sends it. The dialog shows how that went. */
export function useAvatarUpload() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (draw: () => Promise<Blob>) => setAvatar(client, await draw()),
    meta: { shownBy: 'dialog' },
    onSuccess: (user) => profileChanged(queries, user),
  });
}

/** Takes the avatar away: the name's letter stands in its place again. */
export function useAvatarRemoval() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => removeAvatar(client),
    onSuccess: (user) => profileChanged(queries, user),
  });
}
