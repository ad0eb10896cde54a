import { DeleteOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import type { SavedView } from '@footfall/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, FailedState, Lines } from './panel-state';
import type { Asked } from './panel';
import styles from './saved-views.module.css';
import { useSession } from './session';

const HEIGHT = 72;

interface Acts {
  readonly onOpen: (view: SavedView) => void;
  readonly onShare: (view: SavedView) => void;
  readonly onRemove: (view: SavedView) => void;
}

interface Props extends Acts {
  readonly asked: Asked<{ readonly list: readonly SavedView[] }>;
  readonly current: SavedView | undefined;
  readonly changed: boolean;
}

/** One's own views, then those that others share. */
export function ViewList({ asked, current, changed, ...acts }: Props): ReactNode {
  const { t } = useTranslation();
  if (asked.data === undefined) {
    return asked.error ? <FailedState error={asked.error} onRetry={() => void asked.refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={3} />;
  }
  const { list } = asked.data;
  if (list.length === 0) return <EmptyState title={t('views.none')} hint={t('views.noneHint')} minHeight={HEIGHT} />;
  const groups = [
    { title: t('views.own'), views: list.filter(({ own }) => own) },
    { title: t('views.shared'), views: list.filter(({ own }) => !own) },
  ];
  return groups.filter(({ views }) => views.length > 0).map(({ title, views }) => (
    <section key={title}>
      <h3 className={styles.group}>{title}</h3>
      <ul className={styles.list}>
        {views.map((view) => <View key={view.id} view={view} current={view.id === current?.id} changed={changed} {...acts} />)}
      </ul>
    </section>
  ));
}

interface ViewProps extends Acts {
  readonly view: SavedView;
  readonly current: boolean;
  readonly changed: boolean;
}

function View({ view, current, changed, onOpen, onShare, onRemove }: ViewProps): ReactNode {
  const { t } = useTranslation();
  const { isAdmin } = useSession();
  const { name, own, owner, shared } = view;
  const share = t(shared ? 'views.unshare' : 'views.share', { name });
  const remove = t('views.remove', { name });
  return (
    <li className={current ? `${styles.view} ${styles.current}` : styles.view}>
      <button type="button" className={styles.open} aria-current={current} onClick={() => onOpen(view)}>
        <span className={styles.viewName}>{name}</span>
        {own ? null : <span className={styles.owner}>{owner}</span>}
        {current && changed ? <span className={styles.changed}>{t('views.changed')}</span> : null}
      </button>
      {own || isAdmin ? (
        <>
          <Button type="text" size="small" icon={shared ? <TeamOutlined /> : <UserOutlined />} aria-label={share} title={share} aria-pressed={shared} onClick={() => onShare(view)} />
          <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={remove} title={remove} onClick={() => onRemove(view)} />
        </>
      ) : null}
    </li>
  );
}
