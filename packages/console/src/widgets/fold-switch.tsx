import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly value: '' | 'path';
  readonly onChange: (fold: '' | 'path') => void;
}

/** Whether addresses are told apart as they are, or laid together by what stands before the `?`. */
export function FoldSwitch({ value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  return <Segmented aria-label={t('ranking.fold')} value={value} options={[{ value: '', label: t('ranking.byAddress') }, { value: 'path', label: t('ranking.byPath') }]} onChange={onChange} />;
}
