import type { UserRow } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { resetSecondFactor } from '../../api/second-factor';
import { removeUser, resetUser, setUserDisabled, usersChanged } from '../../api/users';
import { useNotices } from '../../widgets/notices';
import type { OpenDialog } from './open-dialog';

interface UserActions {
  readonly reset: (user: UserRow) => void;
  readonly resetFactor: (user: UserRow) => void;
  readonly setDisabled: (user: UserRow, disabled: boolean) => void;
  readonly remove: (user: UserRow) => void;
}

/** What can be done to a user beside editing. What ends somebody's sessions asks first; failures are told by the shell. */
export function useUserActions(onOpen: (dialog: OpenDialog) => void): UserActions {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const reset = useMutation({
    mutationFn: ({ id }: UserRow) => resetUser(client, id),
    onSuccess: async (invitation, { username }) => {
      onOpen({ kind: 'link', username, invitation });
      await usersChanged(queries);
    },
  });
  const resetFactor = useMutation({
    mutationFn: ({ id }: UserRow) => resetSecondFactor(client, id),
    onSuccess: async () => {
      void message.success(t('user.factorIsReset'));
      await usersChanged(queries);
    },
  });
  const disable = useMutation({
    mutationFn: ({ user, disabled }: { user: UserRow; disabled: boolean }) => setUserDisabled(client, user.id, disabled),
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      await usersChanged(queries);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: UserRow) => removeUser(client, id),
    onSuccess: async () => {
      void message.success(t('site.removed'));
      await usersChanged(queries);
    },
  });
  const ask = (title: string, content: string, okText: string, danger: boolean, act: () => Promise<unknown>) => {
    modal.confirm({ title, content, okText, okButtonProps: { danger }, cancelText: t('common.cancel'), onOk: () => act().then(undefined, () => undefined) });
  };
  return {
    reset(user) {
      const invited = user.status === 'invited';
      ask(
        t(invited ? 'user.relinkTitle' : 'user.resetTitle', { username: user.username }),
        t(invited ? 'user.relinkText' : 'user.resetText'),
        t('user.makeLink'), !invited, () => reset.mutateAsync(user),
      );
    },
    resetFactor: (user) => ask(t('user.factorResetTitle', { username: user.username }), t('user.factorResetText'), t('user.factorReset'), true, () => resetFactor.mutateAsync(user)),
    setDisabled(user, disabled) {
      if (disabled) ask(t('user.disableTitle', { username: user.username }), t('user.disableText'), t('user.disable'), true, () => disable.mutateAsync({ user, disabled }));
      else disable.mutate({ user, disabled });
    },
    remove: (user) => ask(t('user.removeTitle', { username: user.username }), t('user.removeText'), t('common.delete'), true, () => remove.mutateAsync(user)),
  };
}
