import type { GrantableRoute } from '@footfall/contract';
import { Button, Tree } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGrantableScreens } from '../../widgets/screens';
import styles from './roles.module.css';
import { checkedScreens, type ScreenNode, screenTree } from './screen-tree';

const NOTHING: readonly GrantableRoute[] = [];

interface Props {
  /** Given by the form. */
  readonly value?: readonly GrantableRoute[];
  readonly onChange?: (routes: GrantableRoute[]) => void;
}

/** The menu as a tree to tick. A group is ticked when all its screens are. */
export function ScreenPicker({ value = NOTHING, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const screens = useGrantableScreens();
  const nodes = (tree: readonly ScreenNode[]): { key: string; title: string; children?: { key: string; title: string }[] }[] =>
    tree.map(({ key, title, children }) => ({ key, title: t(title), ...(children ? { children: nodes(children) } : {}) }));
  const all = screens.map(({ name }) => name);
  const full = value.length === all.length;
  return (
    <div className={styles.tree}>
      <Button size="small" type="link" className={styles.all ?? ''} onClick={() => onChange?.(full ? [] : all)}>{t(full ? 'role.clearAll' : 'role.checkAll')}</Button>
      <Tree
        checkable
        selectable={false}
        defaultExpandAll
        aria-label={t('role.screens')}
        treeData={nodes(screenTree(screens))}
        checkedKeys={[...value]}
        onCheck={(keys) => onChange?.(checkedScreens(screens, Array.isArray(keys) ? keys : keys.checked))}
      />
    </div>
  );
}
