import { ExportOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { webAddress } from '../lib/text';
import styles from './outside-link.module.css';

/** Opens an address from outside in a new tab that knows nothing of this one. What is not http(s) gets no link. */
export function OutsideLink({ address }: { readonly address: string }): ReactNode {
  const { t } = useTranslation();
  const href = webAddress(address);
  if (href === undefined) return null;
  return (
    <a
      className={`${styles.link} ff-no-print`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={t('common.open', { address })}
      aria-label={t('common.open', { address })}
      onClick={(event) => event.stopPropagation()}
    >
      <ExportOutlined aria-hidden="true" />
    </a>
  );
}
