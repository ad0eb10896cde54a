import { MINIMUM_PASSWORD_LENGTH } from '@footfall/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
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
  const dependencies = [repeats, differsFrom].filter((field) => field !== undefined);
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
      <Input.Password autoComplete={autoComplete} autoCapitalize="none" spellCheck={false} maxLength={MAX_LENGTH} {...handlers} />
    </Form.Item>
  );
}
