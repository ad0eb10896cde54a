import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from './notices';

/** Seconds. Source: specification 2, section 8. */
const SUCCESS_SHOWN = 1.5;

/** Copies without the clipboard interface, which browsers offer on https and localhost only. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  // Deprecated, and the only way on a plain http page.
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}

async function copy(text: string): Promise<boolean> {
  if (!window.isSecureContext) return copyBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return copyBySelection(text);
    throw error;
  }
}

interface Props {
  readonly text: string;
  readonly label: string;
  /** Shows the label beside the icon. */
  readonly wordy?: boolean;
}

/** Copies a text and says whether it did. */
export function CopyButton({ text, label, wordy = false }: Props): ReactNode {
  const { message } = useNotices();
  const { t } = useTranslation();
  const act = async () => {
    const copied = await copy(text);
    if (copied) await message.success({ content: t('common.copied'), duration: SUCCESS_SHOWN });
    else await message.error(t('common.copyFailed'));
  };
  return (
    <Button size="small" type={wordy ? 'default' : 'text'} icon={<CopyOutlined />} aria-label={label} title={label} onClick={() => void act()}>
      {wordy ? label : null}
    </Button>
  );
}
