import { Form, Input, type InputRef } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

const MAX_LENGTH = 40;

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly size?: 'large' | 'middle';
}

/** The field `code` of a form: what an app shows, or a recovery code. It has the focus, because it is asked for in a step of its own. */
export function OneTimeCode({ label, hint, size = 'middle' }: Props): ReactNode {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Form.Item name="code" label={label} {...(hint === undefined ? {} : { extra: hint })} rules={[{ required: true, whitespace: true, message: t('factor.codeMissing') }]}>
      <Input ref={field} size={size} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={MAX_LENGTH} />
    </Form.Item>
  );
}
