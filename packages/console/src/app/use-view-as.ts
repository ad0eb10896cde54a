import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { meQuery, viewAs } from '../api/auth';
import { useClient } from '../api/client-context';
import { PATHS } from '../lib/links';
import { failureText } from '../widgets/failure-text';
import { useNotices } from '../widgets/notices';
import { TOLD_FOR } from '../widgets/told-for';
import { forgetTabs } from './layout/tabs/tab-memory';

interface ViewAs {
  /** Nothing of the console is drawn meanwhile: it would be neither's. */
  readonly changing: boolean;
  /** By the role's key; null ends it. */
  readonly view: (role: string | null) => Promise<void>;
}

/**
 * Lets an administrator see the console as holders of a role do: asks for the user anew, closes the tabs, forgets all
 * answers, and starts at the dashboard. Source: specification 2, section 4, "Demo role switch"; CONSOLE, section 4.
 */
export function useViewAs(): ViewAs {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { message } = useNotices();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [phase, setPhase] = useState<'still' | 'asking' | 'leaving'>('still');
  // Not before the address has come: the screen that is left might be refused to the role.
  if (phase === 'leaving' && pathname === PATHS.dashboard) setPhase('still');
  const view = useCallback(
    async (role: string | null) => {
      setPhase('asking');
      try {
        await viewAs(client, role);
        const me = meQuery(client).queryKey;
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me[0] });
        await queries.refetchQueries({ queryKey: me });
        forgetTabs(window.sessionStorage);
        setPhase('leaving');
        await navigate(PATHS.dashboard);
      } catch (error) {
        void message.error({ content: failureText(error, t), duration: TOLD_FOR });
        setPhase('still');
      }
    },
    [client, queries, navigate, message, t],
  );
  return { changing: phase !== 'still', view };
}
