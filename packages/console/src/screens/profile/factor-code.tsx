import { Alert, Button, Form, QRCode } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewFactor } from '../../api/second-factor';
import { CopyableLine } from '../../widgets/copyable-line';
import { failureText } from '../../widgets/failure-text';
import { OneTimeCode } from '../../widgets/one-time-code';
import styles from './profile.module.css';

const SIZE = 184;

interface Props {
  readonly factor: NewFactor;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** The secret as a picture, drawn here and nowhere else, and as text; then a code, to show that the app has it. */
export function FactorCode({ factor: { secret, uri }, error, busy, onCode }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Form<{ code: string }> layout="vertical" requiredMark={false} disabled={busy} onFinish={({ code }) => onCode(code)}>
      <p className={styles.note}>{t('factor.scan')}</p>
      <div className={styles.qr} role="img" aria-label={t('factor.picture')}><QRCode value={uri} type="svg" size={SIZE} color="#000000" bgColor="#ffffff" bordered={false} /></div>
      <p className={styles.note}>{t('factor.byHand')}</p>
      <CopyableLine text={secret} label={t('factor.copySecret')} />
      <div className={styles.code}><OneTimeCode label={t('factor.code')} /></div>
      <div className={styles.failure}>{error ? <Alert type="error" showIcon title={failureText(error, t)} /> : null}</div>
      <Button type="primary" htmlType="submit" block loading={busy}>{t('factor.confirm')}</Button>
    </Form>
  );
}
