import { BookOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '@footfall/contract';
import { Button, Popover } from 'antd';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../api/client-context';
import { editView, removeView, viewsChanged, viewsQuery } from '../api/views';
import { useNotices } from './notices';
import { SaveViewDialog } from './save-view-dialog';
import { useEscape } from './use-escape';
import { ViewList } from './view-list';
import { useViewState, viewQuery } from './view-state';
import styles from './saved-views.module.css';

/**
 * The saved views of a screen: one's own and those that others share. A view is the screen's whole address, so that it
 * restores all that the address holds; the one that is open is named in the address.
 * @param screen the route's name
 */
export function SavedViews({ screen }: { readonly screen: string }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const { message, modal } = useNotices();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const asked = useQuery(viewsQuery(client, screen));
  const state = useViewState();
  const current = asked.data?.list.find(({ id }) => id === state.id);
  const changed = current !== undefined && viewQuery(current.query) !== state.query;

  const edit = useMutation({
    mutationFn: (part: { id: number; query?: string; shared?: boolean }) => editView(client, part),
    onSuccess: async () => {
      await viewsChanged(queries);
      void message.success(t('views.updated'));
    },
  });
  const remove = useMutation({
    mutationFn: (id: number) => removeView(client, id),
    onSuccess: async (_done, id) => {
      if (id === state.id) state.show(state.query, undefined);
      await viewsChanged(queries);
      void message.success(t('views.removed'));
    },
  });
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEscape(open, close);
  const askRemove = ({ id, name }: SavedView) => {
    setOpen(false);
    modal.confirm({ title: t('views.removeTitle', { name }), okText: t('common.delete'), okButtonProps: { danger: true }, cancelText: t('common.cancel'), onOk: () => remove.mutateAsync(id) });
  };
  const list = (
    <div role="group" aria-label={t('views.button')} className={styles.menu}>
      <ViewList
        asked={asked}
        current={current}
        changed={changed}
        onOpen={(view) => {
          close();
          state.show(viewQuery(view.query), view.id);
        }}
        onShare={(view) => edit.mutate({ id: view.id, shared: !view.shared })}
        onRemove={askRemove}
      />
      <div className={styles.foot}>
        <Button size="small" type="primary" onClick={() => { setOpen(false); setSaving(true); }}>{t('views.saveAs')}</Button>
        {current && changed && current.own ? <Button size="small" onClick={() => edit.mutate({ id: current.id, query: state.query })}>{t('views.saveChanges')}</Button> : null}
        {current && changed ? <Button size="small" onClick={() => { close(); state.show(viewQuery(current.query), current.id); }}>{t('views.restore')}</Button> : null}
      </div>
    </div>
  );
  return (
    <>
      <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomRight" destroyOnHidden content={list}>
        <Button ref={button} className="ff-no-print" icon={<BookOutlined />} aria-expanded={open}>
          <span className={styles.name}>{current?.name ?? t('views.button')}</span>
          {changed ? <span className={styles.changed}>{t('views.changed')}</span> : null}
        </Button>
      </Popover>
      <SaveViewDialog screen={screen} query={state.query} open={saving} onClose={() => setSaving(false)} onSaved={(view) => state.show(state.query, view.id)} />
    </>
  );
}
