import { useMutation } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from './notices';
import { useSession } from './session';

interface Props {
  readonly value: 0 | 1;
  readonly label: string;
  readonly save: (wanted: 0 | 1) => Promise<unknown>;
  /** Has what shows the value asked for again. */
  readonly onSaved: () => Promise<unknown>;
}

/** Saves at once; goes back when the server says no. For administrators. Source: specification 2, section 4. */
export function SavingSwitch({ value, label, save, onSaved }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const { isAdmin } = useSession();
  const toggle = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      await onSaved();
    },
  });
  // While it is on its way it shows what was wanted; afterwards what is.
  const wanted = toggle.isPending ? toggle.variables : value;
  return <Switch size="small" checked={wanted === 1} loading={toggle.isPending} disabled={!isAdmin} aria-label={label} onChange={(on) => toggle.mutate(on ? 1 : 0)} />;
}
