import { PauseOutlined, PlayCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './freshness.module.css';
import { useAge } from './use-live';

const MINUTE = 60;

interface Props {
  readonly onRefresh: () => void;
  /** Whether the quiet refresh is stopped; absent where nothing refreshes by itself. */
  readonly paused?: boolean;
  readonly onPause?: (paused: boolean) => void;
}

/** How old the figures on the screen are, the button that asks anew, and the one that stops asking by itself. */
export function Freshness({ onRefresh, paused = false, onPause }: Props): ReactNode {
  const { t } = useTranslation();
  const age = useAge();
  const text = age === undefined ? '' : age < 2 * MINUTE ? t('range.updated', { seconds: age }) : t('range.updatedMinutes', { minutes: Math.floor(age / MINUTE) });
  const toggle = t(paused ? 'range.resume' : 'range.pause');
  return (
    <span className="ff-no-print">
      <span className={styles.age}>{paused ? `${t('range.paused')} · ${text}` : text}</span>
      {onPause ? <Button type="text" size="small" icon={paused ? <PlayCircleOutlined /> : <PauseOutlined />} aria-label={toggle} aria-pressed={paused} title={toggle} onClick={() => onPause(!paused)} /> : null}
      <Button type="text" size="small" icon={<ReloadOutlined />} aria-label={t('common.refresh')} title={t('common.refresh')} onClick={onRefresh} />
    </span>
  );
}
