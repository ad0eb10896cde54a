import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DownloadedFile, DownloadProgress } from '../api/file-reader';
import { formatBytes, formatCount } from '../lib/numbers';
import styles from './download-state.module.css';
import { useLanguage } from './language';

interface Props {
  /** How far a file is; undefined before it begins. */
  readonly progress?: DownloadProgress | undefined;
  /** The file that is there. */
  readonly file?: DownloadedFile;
}

/** What is told of a download: its name, its rows and its size. */
export function DownloadState({ progress, file }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const number = (value: number) => formatCount(value, locale);
  const name = file?.name ?? progress?.name;
  if (name === undefined) return t('download.preparing');
  const rows = file ? file.rows : progress?.totalRows;
  const part = progress?.rows !== undefined && rows !== undefined && rows > 0 ? Math.floor((progress.rows / rows) * 100) : undefined;
  const facts = [
    ...(rows === undefined ? [] : [progress?.rows === undefined ? t('download.rows', { rows: number(rows) }) : t('download.rowsOf', { rows: number(progress.rows), total: number(rows) })]),
    formatBytes(file?.blob.size ?? progress?.bytes ?? 0, locale),
  ];
  return (
    <div className={styles.state}>
      <div className={styles.name} title={name}>{name}</div>
      {part === undefined ? null : <Progress percent={part} size="small" aria-label={t('download.running')} />}
      <div className="ff-number">{facts.join(' · ')}</div>
    </div>
  );
}
