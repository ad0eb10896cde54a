import type { endpoints, Output, Role } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { addRole, editRole, rolesChanged } from '../../api/roles';
import { FormDialog, SaveFailure, useFreshForm } from '../../widgets/form-dialog';
import { useNotices } from '../../widgets/notices';
import { type RoleFields, roleFields, roleInput } from './role-fields';
import { ScreenPicker } from './screen-picker';

const FORM = 'role-editor';

interface Props {
  readonly open: boolean;
  /** undefined adds one. */
  readonly role: Role | undefined;
  readonly sites: Output<typeof endpoints.common.domainList>;
  readonly onClose: () => void;
}

/** Adds a role or changes one: its name, the screens it opens, and the sites it shows. */
export function RoleEditor({ open, role, sites, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { notification } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<RoleFields>();
  const save = useMutation({
    mutationFn: (fields: RoleFields) => (role ? editRole(client, { key: role.key, ...roleInput(fields) }) : addRole(client, roleInput(fields))),
    meta: { shownBy: 'form' },
    onSuccess: async ({ key, name, description }) => {
      notification.success({ title: t(role ? 'role.saved' : 'role.added'), description: [`${name} (${key})`, description].filter(Boolean).join(': ') });
      onClose();
      await rolesChanged(queries);
    },
  });
  useFreshForm(open, form, useCallback(() => roleFields(role), [role]), save.reset);
  return (
    <FormDialog open={open} title={role ? t('role.edit', { name: role.name }) : t('role.add')} form={FORM} saving={save.isPending} onClose={onClose}>
      <Form<RoleFields> name={FORM} form={form} layout="vertical" validateTrigger="onBlur" requiredMark={false} disabled={save.isPending} initialValues={roleFields(role)} onFinish={(fields) => save.mutate({ ...roleFields(role), ...fields })}>
        <Form.Item name="name" label={t('role.name')} rules={[{ required: true, whitespace: true, message: t('role.nameRequired') }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="description" label={t('role.description')}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
        <Form.Item name="routes" label={t('role.screens')} extra={t('role.screensHelp')}>
          <ScreenPicker />
        </Form.Item>
        <Form.Item name="scope" label={t('role.sites')}>
          <Radio.Group options={[{ value: 'all', label: t('role.allSites') }, { value: 'some', label: t('role.someSites') }]} />
        </Form.Item>
        <Form.Item noStyle dependencies={['scope']}>
          {({ getFieldValue }) =>
            getFieldValue('scope') === 'all' ? null : (
              <Form.Item name="sites" rules={[{ required: true, type: 'array', min: 1, message: t('role.sitesRequired') }]}>
                <Select
                  mode="multiple"
                  aria-label={t('role.sites')}
                  placeholder={t('role.chooseSites')}
                  options={sites.map(({ id, domain, name }) => ({ value: id, label: domain, name }))}
                  showSearch={{ filterOption: (input, option) => `${option?.label ?? ''} ${option?.name ?? ''}`.toLowerCase().includes(input.toLowerCase()) }}
                />
              </Form.Item>
            )
          }
        </Form.Item>
        <SaveFailure error={save.error} />
      </Form>
    </FormDialog>
  );
}
