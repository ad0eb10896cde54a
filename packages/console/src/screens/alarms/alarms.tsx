import type { ReactNode } from 'react';
import { useUrlState } from '../../widgets/use-url-state';
import { readHistory } from './alarm-state';
import styles from './alarms.module.css';
import { ChannelsPanel } from './channels-panel';
import { HistoryPanel } from './history-panel';
import { NowPanel } from './now-panel';
import { SettingsPanel } from './settings-panel';

/** What is wrong, what was, what is watched and where it is told. For administrators. In the address: `page`, `per_page`, `kind` of the history. */
export default function AlarmsScreen(): ReactNode {
  const [parameters, change] = useUrlState();
  return (
    <div className={styles.screen}>
      <NowPanel />
      <HistoryPanel state={readHistory(parameters)} onChange={change} />
      <ChannelsPanel />
      <SettingsPanel />
    </div>
  );
}
