import { Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parseMetric, TREND_METRICS } from './trend-data';
import { useUrlState } from './use-url-state';

/** Chooses the figure that the screen's charts draw; it stands in the address as `metric`. */
export function MetricSwitch(): ReactNode {
  const { t } = useTranslation();
  const [parameters, change] = useUrlState();
  return (
    <Radio.Group
      size="small"
      aria-label={t('metric.choose')}
      optionType="button"
      value={parseMetric(parameters.get('metric'))}
      options={TREND_METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
      onChange={({ target }) => change({ metric: target.value === 'pv' ? undefined : String(target.value) })}
    />
  );
}
