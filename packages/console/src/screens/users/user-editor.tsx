import type { Invitation, Role, UserRow } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { addUser, editUser, usersChanged } from '../../api/users';
import { FormDialog, SaveFailure, useFreshForm } from '../../widgets/form-dialog';
import { useNotices } from '../../widgets/notices';
import { roleName } from '../../widgets/role-name';

const FORM = 'user-editor';
/** The contract's rule for names to sign in with. */
const USERNAME = /^[\p{L}\p{N}_.@+-]{2,60}$/u;

interface Fields {
  username: string;
  name: string;
  email: string;
  roles: string[];
}

interface Props {
  readonly open: boolean;
  /** undefined invites one. */
  readonly user: UserRow | undefined;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
  readonly onInvited: (username: string, invitation: Invitation) => void;
}

const fieldsOf = (user: UserRow | undefined): Fields => ({ username: user?.username ?? '', name: user?.name ?? '', email: user?.email ?? '', roles: [...(user?.roles ?? [])] });

/** Invites a user or changes one. The name to sign in with stays as it was given. */
export function UserEditor({ open, user, roles, onClose, onInvited }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const save = useMutation({
    mutationFn: async ({ username, name, email, roles: keys }: Fields) => {
      const about = { email: email.trim(), roles: keys };
      if (user) return { username: user.username, made: undefined, saved: await editUser(client, { id: user.id, name: name.trim(), ...about }) };
      const { user: saved, invitation } = await addUser(client, { username: username.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }), ...about });
      return { username: saved.username, made: invitation, saved };
    },
    meta: { shownBy: 'form' },
    onSuccess: async ({ username, made }) => {
      if (made) onInvited(username, made);
      else {
        void message.success(t('user.saved'));
        onClose();
      }
      await usersChanged(queries);
    },
  });
  useFreshForm(open, form, useCallback(() => fieldsOf(user), [user]), save.reset);
  return (
    <FormDialog open={open} title={user ? t('user.edit', { username: user.username }) : t('user.inviteTitle')} form={FORM} okText={t(user ? 'common.save' : 'user.inviteSubmit')} saving={save.isPending} onClose={onClose}>
      <Form<Fields> name={FORM} form={form} layout="vertical" validateTrigger="onBlur" requiredMark={false} disabled={save.isPending} initialValues={fieldsOf(user)} onFinish={(fields) => save.mutate(fields)}>
        <Form.Item name="username" label={t('login.username')} extra={user ? undefined : t('user.usernameHelp')} rules={[{ required: true, transform: (value: string) => value.trim(), pattern: USERNAME, message: t('user.usernameInvalid') }]}>
          <Input maxLength={60} autoComplete="off" autoCapitalize="none" spellCheck={false} disabled={user !== undefined || save.isPending} />
        </Form.Item>
        <Form.Item name="name" label={t('user.name')} rules={user ? [{ required: true, whitespace: true, message: t('user.nameRequired') }] : []}>
          <Input maxLength={60} autoComplete="off" placeholder={user ? '' : t('user.nameOptional')} />
        </Form.Item>
        <Form.Item name="email" label={t('user.email')} rules={[{ type: 'email', transform: (value: string) => value.trim(), message: t('user.emailInvalid') }]}>
          <Input maxLength={254} autoComplete="off" inputMode="email" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item name="roles" label={t('user.roles')} extra={t('user.rolesHelp')} rules={[{ required: true, type: 'array', min: 1, message: t('user.rolesRequired') }]}>
          <Select mode="multiple" options={roles.map((role) => ({ value: role.key, label: roleName(role, t) }))} optionFilterProp="label" />
        </Form.Item>
        <SaveFailure error={save.error} />
      </Form>
    </FormDialog>
  );
}
