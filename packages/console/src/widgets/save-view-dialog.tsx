import type { SavedView } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, type InputRef, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../api/client-context';
import { addView, viewsChanged } from '../api/views';
import { useNotices } from './notices';

/** As the contract has it. */
const LONGEST_NAME = 80;

interface Wish {
  readonly name: string;
  readonly shared: boolean;
}

interface Props {
  readonly screen: string;
  readonly query: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSaved: (view: SavedView) => void;
}

/** Asks for the name of a view, and whether others see it. */
export function SaveViewDialog({ screen, query, open, onClose, onSaved }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = useNotices();
  const name = useRef<InputRef>(null);
  const [form] = Form.useForm<Wish>();
  const { mutate, isPending } = useMutation({
    mutationFn: (wish: Wish) => addView(client, { screen, query, name: wish.name.trim(), shared: wish.shared }),
    onSuccess: async (view) => {
      onClose();
      await viewsChanged(queries);
      onSaved(view);
      void message.success(t('views.saved'));
    },
  });
  return (
    <Modal open={open} title={t('views.saveAs')} okText={t('common.save')} cancelText={t('common.cancel')} confirmLoading={isPending} destroyOnHidden afterOpenChange={(shown) => shown && name.current?.focus()} onCancel={onClose} onOk={form.submit}>
      <Form<Wish> form={form} layout="vertical" preserve={false} requiredMark={false} initialValues={{ name: '', shared: false }} onFinish={(wish) => mutate(wish)}>
        <Form.Item name="name" label={t('views.name')} rules={[{ required: true, whitespace: true, message: t('views.nameRequired') }]}>
          <Input ref={name} maxLength={LONGEST_NAME} />
        </Form.Item>
        <Form.Item name="shared" valuePropName="checked" extra={t('views.sharedHint')}><Checkbox>{t('views.sharedLabel')}</Checkbox></Form.Item>
      </Form>
    </Modal>
  );
}
