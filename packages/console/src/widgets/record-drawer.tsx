import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Descriptions, Drawer, Tabs } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';
import styles from './record-drawer.module.css';
import { useIsMobile } from './use-media';
import type { DetailsPane } from './use-open-row';

const WIDTH = 560;
const LABEL = 150;
const LABEL_MOBILE = 112;
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Facts that belong together. */
export interface FactGroup {
  readonly key: string;
  /** Absent where all facts are one group. */
  readonly title?: string;
  readonly facts: readonly { readonly key: string; readonly title: string; readonly value: ReactNode }[];
}

interface Props {
  readonly title: string;
  /** undefined: closed. */
  readonly groups: readonly FactGroup[] | undefined;
  /** The record itself, for the JSON view. */
  readonly record: unknown;
  readonly pane: DetailsPane;
  readonly onPane: (pane: DetailsPane) => void;
  readonly onClose: () => void;
  /** Opens the row before or after this one; absent: there are no others. */
  readonly onStep?: (by: -1 | 1) => void;
  /** Which ways there is none. */
  readonly first?: boolean;
  readonly last?: boolean;
}

/** Every field of one row, to read by group and as the record itself. The left and right arrow keys go on to its neighbours. */
export function RecordDrawer({ title, groups, record, pane, onPane, onClose, onStep, first = false, last = false }: Props): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const json = JSON.stringify(record, null, 2) ?? '';
  useSteps(groups !== undefined, (by) => {
    if (by === -1 ? !first : !last) onStep?.(by);
  });
  const steps = onStep ? (
    <div className={styles.steps}>
      <Button type="text" size="small" icon={<LeftOutlined />} disabled={first} aria-label={t('details.previous')} title={t('details.previous')} onClick={() => onStep(-1)} />
      <Button type="text" size="small" icon={<RightOutlined />} disabled={last} aria-label={t('details.next')} title={t('details.next')} onClick={() => onStep(1)} />
    </div>
  ) : null;
  return (
    <Drawer open={groups !== undefined} title={title} extra={steps} size={mobile ? '100%' : WIDTH} closable={{ 'aria-label': t('common.close') }} onClose={onClose}>
      {groups === undefined ? null : (
        <Tabs
          size="small"
          className={styles.tabs ?? ''}
          activeKey={pane}
          onChange={(key) => onPane(key === 'json' ? 'json' : 'fields')}
          items={[
            { key: 'fields', label: t('details.fields'), children: groups.map((group) => <Facts key={group.key} group={group} labelWidth={mobile ? LABEL_MOBILE : LABEL} />) },
            {
              key: 'json',
              label: t('details.json'),
              children: (
                <>
                  <CopyButton text={json} label={t('common.copy')} wordy />
                  <pre className={styles.json}>{json}</pre>
                </>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}

/** Listens to the arrow keys wherever the focus is: it comes into the drawer only when that has slid in. */
function useSteps(open: boolean, onStep: (by: -1 | 1) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    if (!open) return undefined;
    const listen = ({ key, target }: KeyboardEvent) => {
      const by = STEPS[key];
      // The tabs have the arrow keys for themselves, and so has whatever is written in.
      if (by !== undefined && !(target instanceof Element && target.closest('[role=tab], input, textarea'))) step(by);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);
}

function Facts({ group: { title, facts }, labelWidth }: { readonly group: FactGroup; readonly labelWidth: number }): ReactNode {
  return (
    <section>
      {title === undefined ? null : <h3 className={styles.group}>{title}</h3>}
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: labelWidth } }}
        items={facts.map(({ key, title: label, value }) => ({ key, label, children: <div className={styles.value}>{value}</div> }))}
      />
    </section>
  );
}
