import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file';
import { CopyButton } from '../../widgets/copy-button';
import styles from './profile.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes. They are nowhere else: what is not kept now has to be made anew. */
export function RecoveryCodes({ codes, onDone }: Props): ReactNode {
  const { t } = useTranslation();
  const text = codes.join('\n');
  return (
    <>
      <Alert type="warning" showIcon title={t('factor.codesOnce')} description={t('factor.codesUse')} />
      <ul className={styles.recovery}>{codes.map((code) => <li key={code}>{code}</li>)}</ul>
      <div className={styles.buttons}>
        <CopyButton text={text} label={t('factor.copyCodes')} wordy />
        <Button size="small" onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'footfall-recovery-codes.txt')}>{t('factor.saveCodes')}</Button>
        <Button size="small" type="primary" onClick={onDone}>{t('factor.kept')}</Button>
      </div>
    </>
  );
}
