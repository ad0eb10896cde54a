import type { TrafficSummary } from '@footfall/contract';
import { Popover } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from './count';
import figures from './figures.module.css';
import styles from './referers-popover.module.css';
import { useEscape } from './use-escape';

interface Props {
  readonly traffic: Pick<TrafficSummary, 'referer_num' | 'referer'>;
  /** Which day, as the reader knows it. */
  readonly day: string;
}

/**
 * The count of search-engine referrals; which engines and how often opens by pointer, keyboard and tap. A tap is hover, focus and click
 * in one: a click only ever opens, and what comes down elsewhere, or Escape, closes.
 */
export function ReferersPopover({ traffic, day }: Props): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLTableElement>(null);
  const leave = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (!open) return undefined;
    const listen = ({ target }: PointerEvent) => {
      if (target instanceof Node && ![trigger, panel].some(({ current }) => current?.contains(target))) leave();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [open, leave]);
  useEscape(open, leave);
  if (traffic.referer.length === 0) return <Count value={traffic.referer_num} />;
  const title = t('overview.referersOf', { day });
  const content = (
    <table ref={panel} className={figures.table}>
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
    <Popover open={open} onOpenChange={setOpen} title={title} content={content} trigger={['hover', 'focus']} placement="bottom">
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-expanded={open}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <Count value={traffic.referer_num} />
        <span className="ff-visually-hidden">{title}</span>
      </button>
    </Popover>
  );
}
