import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useClient } from '../../api/client-context';
import { domainListQuery } from '../../api/common';
import { useSession } from '../../widgets/session';
import { SitePicker } from '../../widgets/site-picker';
import type { ConsoleRoute } from '../routes';
import { siteHome, switchSite } from './switch-site';

/** Shows the current site in red and switches to another, keeping the report and its range. */
export function SiteSwitcher({ routes, wide }: { readonly routes: readonly ConsoleRoute[]; readonly wide: boolean }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const { user } = useSession();
  const { data: sites } = useQuery(domainListQuery(client));
  const domain = parameters.get('domain') ?? '';
  const home = siteHome(routes, user);
  if (home === undefined || (domain === '' && sites?.length === 0)) return null;
  return (
    <SitePicker
      label={t(domain === '' ? 'layout.chooseSite' : 'layout.currentSite')}
      placeholder={t('layout.allSites')}
      value={domain}
      sites={sites}
      wide={wide}
      emphasized
      onChange={(next) => void navigate(switchSite(routes, pathname, parameters, next, home))}
    />
  );
}
