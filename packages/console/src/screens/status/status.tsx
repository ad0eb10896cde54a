import type { ReactNode } from 'react';
import { Freshness } from '../../widgets/freshness';
import { useLiveRefresh } from '../../widgets/use-live';
import { useUrlState } from '../../widgets/use-url-state';
import { parseStretch } from './bins';
import { NowPanel } from './now-panel';
import { ProcessesPanel } from './processes-panel';
import { RefusalPanel } from './refusal-panel';
import { SizesPanel } from './sizes-panel';
import { SlowPanel } from './slow-panel';
import { WayInPanel } from './way-in-panel';
import styles from './status.module.css';

/** How the server is, for administrators: its parts, what comes in and is refused, what is stored, what is slow. In the address: `minutes`, `question`. */
export default function ServerStatusScreen(): ReactNode {
  const [parameters, change] = useUrlState();
  const refresh = useLiveRefresh(true);
  const stretch = parseStretch(parameters.get('minutes'));
  return (
    <div className={styles.grid}>
      <div className={styles.full}><NowPanel extra={<Freshness onRefresh={refresh} />} /></div>
      <ProcessesPanel />
      <div className={styles.eight}><WayInPanel stretch={stretch} onStretch={(minutes) => change({ minutes: minutes === 60 ? undefined : String(minutes) })} /></div>
      <div className={styles.four}><RefusalPanel stretch={stretch} /></div>
      <div className={styles.half}><SizesPanel /></div>
      <div className={styles.half}><SlowPanel question={parameters.get('question') ?? ''} onQuestion={(question) => change({ question })} /></div>
    </div>
  );
}
