import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisitorIps } from './visitor-ips';

/** The addresses that visits came from, as one of the visit statistics. */
export default function VisitIp(): ReactNode {
  const { t } = useTranslation();
  return <VisitorIps title={t('visitors.ips')} screen="visitIp" />;
}
