import type { Alarm } from '@footfall/contract';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS, scopedPath, siteDashboardPath } from '../../lib/links';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import { figuresOf } from './alarm-state';
import styles from './alarms.module.css';

/** A site leads to its dashboard, a crawler to its hits there. */
function Where({ alarm: { domain, subject } }: { readonly alarm: Alarm }): ReactNode {
  if (domain === '') return <bdi>{subject}</bdi>;
  return (
    <>
      <Link to={siteDashboardPath(domain)}>{domain}</Link>
      {subject === '' ? null : <>{' · '}<Link to={scopedPath(PATHS.spiderLog, { domain }, { name: subject })}><bdi>{subject}</bdi></Link></>}
    </>
  );
}

/** The columns of what is or was wrong. @param over whether the end is among them */
export function useAlarmColumns(over: boolean): NonNullable<TableProps<Alarm>['columns']> {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return [
    { key: 'kind', title: t('alarm.what'), width: 150, render: (_: unknown, { kind, ended_at: ended }) => <span className={ended === '' ? styles.on : ''}>{t(`alarm.kind.${kind}`)}</span> },
    { key: 'where', title: t('alarm.where'), width: 260, ellipsis: true, render: (_: unknown, alarm) => <Where alarm={alarm} /> },
    { key: 'figures', title: t('alarm.figures'), width: 220, render: (_: unknown, alarm) => t(`alarm.says.${figuresOf(alarm)}`, { value: formatCount(alarm.value, locale), expected: formatCount(alarm.expected, locale) }) },
    { key: 'began', title: t('alarm.began'), dataIndex: 'began_at', width: 152, className: 'ff-number' },
    ...(over ? [{ key: 'ended', title: t('alarm.ended'), width: 152, className: 'ff-number', render: (_: unknown, { ended_at: ended }: Alarm) => (ended === '' ? t('alarm.lasting') : ended) }] : []),
    { key: 'told', title: t('alarm.told'), width: 152, className: 'ff-number', render: (_: unknown, { told_at: told }: Alarm) => (told === '' ? <span className={styles.muted}>{t('alarm.untold')}</span> : told) },
  ];
}
