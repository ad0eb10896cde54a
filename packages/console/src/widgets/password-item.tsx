import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { MINIMUM_PASSWORD_LENGTH } from '@footfall/contract';
import { Button, Form, Input, type InputRef } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapsLock } from './caps-lock';
import styles from './password-item.module.css';

/** The contract's. */
const MAX_LENGTH = 1_000;

interface Props {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Another field that this one repeats. */
  readonly repeats?: string;
  /** Another field that this one may not be the same as. */
  readonly differsFrom?: string;
}

/** A field for a password, checked on leaving it. Source of the length: specification 1, section 5. */
export function PasswordItem({ name, label, autoComplete, repeats, differsFrom }: Props): ReactNode {
  const { t } = useTranslation();
  const { on, handlers } = useCapsLock();
  const field = useRef<InputRef>(null);
  const [shown, setShown] = useState(false);
  const dependencies = [repeats, differsFrom].filter((other) => other !== undefined);
  return (
    <Form.Item
      name={name}
      label={<span className={styles.label}>{label}<span className={styles.caps} role="status">{on ? t('login.capsLock') : ''}</span></span>}
      dependencies={dependencies}
      validateFirst
      rules={[
        { required: true, min: MINIMUM_PASSWORD_LENGTH, message: t('login.passwordInvalid') },
        ({ getFieldValue }) => ({
          validator: async (_rule, value: string) => {
            if (repeats !== undefined && value !== getFieldValue(repeats)) throw new Error(t('password.notRepeated'));
            if (differsFrom !== undefined && value === getFieldValue(differsFrom)) throw new Error(t('password.same'));
          },
        }),
      ]}
    >
      <Input
        ref={field}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        suffix={
          <Button
            type="text"
            size="small"
            icon={shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
            // Several such fields stand together: each button says whose it is.
            aria-label={`${t(shown ? 'login.hidePassword' : 'login.showPassword')}: ${label}`}
            onClick={() => {
              setShown(!shown);
              field.current?.focus();
            }}
          />
        }
        {...handlers}
      />
    </Form.Item>
  );
}
