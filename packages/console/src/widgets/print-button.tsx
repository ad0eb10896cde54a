import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Opens the browser's print dialog, which also makes a PDF. */
export function PrintButton(): ReactNode {
  const { t } = useTranslation();
  const label = t('print.button');
  return <Button className="ff-no-print" icon={<PrinterOutlined />} aria-label={label} title={label} onClick={() => window.print()} />;
}
