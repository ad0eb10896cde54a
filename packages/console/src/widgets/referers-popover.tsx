import type { TrafficSummary } from '@footfall/contract';
import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from './count';
import figures from './figures.module.css';
import styles from './referers-popover.module.css';

interface Props {
  readonly traffic: Pick<TrafficSummary, 'referer_num' | 'referer'>;
  /** Which day, as the reader knows it. */
  readonly day: string;
}

/** The count of search-engine referrals; which engines and how often opens by pointer, keyboard and tap. */
export function ReferersPopover({ traffic, day }: Props): ReactNode {
  const { t } = useTranslation();
  if (traffic.referer.length === 0) return <Count value={traffic.referer_num} />;
  const title = t('overview.referersOf', { day });
  const content = (
    <table className={figures.table}>
      <thead>
        <tr>
          <th scope="col">{t('overview.referer')}</th>
          <th scope="col">{t('overview.times')}</th>
        </tr>
      </thead>
      <tbody>
        {traffic.referer.map(({ referer, num }) => (
          <tr key={referer}>
            <td>{referer}</td>
            <td><Count value={num} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <Popover title={title} content={content} trigger={['hover', 'focus', 'click']} placement="bottomRight">
      <button type="button" className={styles.trigger} onClick={(event) => event.stopPropagation()}>
        <Count value={traffic.referer_num} />
        <span className="ff-visually-hidden">{title}</span>
      </button>
    </Popover>
  );
}
