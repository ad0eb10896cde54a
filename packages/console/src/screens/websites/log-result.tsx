import type { LogReport } from '@footfall/contract';
import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { wallTime } from '../../lib/zone';
import { useLanguage } from '../../widgets/language';
import { reasonsOf } from './log-report';

interface Props {
  readonly report: LogReport;
  /** The site's zone. */
  readonly zone: string;
}

/** What became of the lines of a log: the rows add up to the first. */
export function LogResult({ report, zone }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { first_at: from, last_at: to } = report;
  const figure = (value: number) => <span className="ff-number">{formatCount(value, locale)}</span>;
  return (
    <Descriptions
      title={t('upload.result')}
      column={1}
      size="small"
      bordered
      styles={{ label: { width: '60%' }, content: { textAlign: 'right' } }}
      items={[
        { key: 'lines', label: t('upload.lines'), children: figure(report.lines) },
        { key: 'visits', label: t('upload.visits'), children: figure(report.visits) },
        { key: 'spiders', label: t('upload.spiders'), children: figure(report.spider_hits) },
        ...reasonsOf(report).map(([reason, num]) => ({ key: reason, label: t(`refusal.${reason}`), children: figure(num) })),
      ]}
      extra={from === null || to === null ? null : <span>{t('upload.period', { from: wallTime(from, zone), to: wallTime(to, zone) })}</span>}
    />
  );
}
