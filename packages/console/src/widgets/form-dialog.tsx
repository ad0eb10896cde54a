import { Alert, type FormInstance, Modal } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from './failure-text';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** The form's id: Enter in a field submits as the dialog's button does. */
  readonly form: string;
  /** Where 'Save' is not the word. */
  readonly okText?: string;
  /** Whether what is in front is the form; else there is nothing to save, only to close. */
  readonly isForm?: boolean;
  readonly saving: boolean;
  readonly width?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog in which something is added or changed. */
export function FormDialog({ open, title, form, okText, isForm = true, saving, width, onClose, children }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      open={open}
      title={title}
      okText={okText ?? t('common.save')}
      cancelText={t(isForm ? 'common.cancel' : 'common.close')}
      confirmLoading={saving}
      destroyOnHidden
      okButtonProps={{ htmlType: 'submit', form, style: isForm ? {} : { display: 'none' } }}
      onCancel={onClose}
      {...(width === undefined ? {} : { width })}
    >
      {children}
    </Modal>
  );
}

/**
 * Fills the form each time its dialog opens, and forgets what went wrong before.
 * @param fieldsOf what it starts from; the same function as long as that is the same
 * @param forget takes the failure of the last attempt off
 */
export function useFreshForm<T extends object>(open: boolean, form: FormInstance<T>, fieldsOf: () => T, forget: () => void): void {
  useEffect(() => {
    if (!open) return;
    forget();
    form.resetFields();
    form.setFieldsValue(fieldsOf());
  }, [open, form, fieldsOf, forget]);
}

/** Why it could not be saved; the place is there before, so that nothing jumps. */
export function SaveFailure({ error, description }: { readonly error: unknown; readonly description?: string | undefined }): ReactNode {
  const { t } = useTranslation();
  return <div>{error ? <Alert type="error" showIcon title={failureText(error, t)} description={description} /> : null}</div>;
}
