import { LineChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows a chart's figures as a table, and back. */
export function ViewSwitch({ asTable, onChange }: { readonly asTable: boolean; readonly onChange: (asTable: boolean) => void }): ReactNode {
  const { t } = useTranslation();
  const label = t(asTable ? 'panel.showChart' : 'panel.showTable');
  return <Button type="text" size="small" icon={asTable ? <LineChartOutlined /> : <TableOutlined />} aria-label={label} title={label} onClick={() => onChange(!asTable)} />;
}
