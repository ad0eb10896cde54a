import type { Website } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Modal } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { addWebsite, editWebsite, websitesChanged } from '../../api/websites';
import { failureText } from '../../widgets/failure-text';
import { useNotices } from '../../widgets/notices';
import { type SiteFields, siteFields, siteInput } from '../../widgets/site-fields';
import { SiteForm } from '../../widgets/site-form';

/** Ties the dialog's button to the form, so that Enter in a field submits too. */
const FORM = 'site-editor';

interface Props {
  readonly open: boolean;
  /** undefined adds one. */
  readonly site: Website | undefined;
  readonly onClose: () => void;
}

/** Adds a site or changes one. */
export function SiteEditor({ open, site, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<SiteFields>();
  const save = useMutation({
    mutationFn: (fields: SiteFields) => (site ? editWebsite(client, { id: site.id, ...siteInput(fields) }) : addWebsite(client, siteInput(fields))),
    meta: { shownBy: 'form' },
    onSuccess: async () => {
      void message.success(t(site ? 'site.saved' : 'site.added'));
      onClose();
      await websitesChanged(queries);
    },
  });
  const { reset } = save;
  useEffect(() => {
    if (!open) return;
    reset();
    form.setFieldsValue(siteFields(site));
  }, [open, site, form, reset]);
  return (
    <Modal
      open={open}
      title={t(site ? 'site.edit' : 'site.add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={save.isPending}
      destroyOnHidden
      okButtonProps={{ htmlType: 'submit', form: FORM }}
      onCancel={onClose}
    >
      <SiteForm id={FORM} form={form} start={siteFields(site)} disabled={save.isPending} onSubmit={(fields) => save.mutate(fields)}>
        <div>{save.error ? <Alert type="error" showIcon title={failureText(save.error, t)} /> : null}</div>
      </SiteForm>
    </Modal>
  );
}
