import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../i18n/texts/en';
import type { AuditFact } from '../lib/audit-details';
import styles from './audit-changes.module.css';
import { ScreensContext } from './screens';

/** Names of the fields that the log knows; another is shown as the server names it. */
const NAMES: Readonly<Record<string, TextKey>> = {
  name: 'role.name', username: 'login.username', nickname: 'user.name', email: 'user.email', introduction: 'profile.introduction', roles: 'user.roles',
  description: 'role.description', routes: 'role.screens', sites: 'role.sites', all_sites: 'role.allSites', allSites: 'role.allSites',
  domain: 'site.domain', isStat: 'site.isStat', is_stat: 'site.isStat', timeZone: 'site.timeZone', time_zone: 'site.timeZone', tracking: 'audit.tracking',
  id: 'sites.id', reason: 'audit.reason', days: 'audit.days', hint: 'audit.hint', data: 'audit.data', ended: 'audit.ended', removed: 'audit.removed', rows: 'audit.rows',
};

/** Fields that are yes or no. */
const FLAGS = new Set(['all_sites', 'allSites', 'removed']);

/** What was changed, each field before and after; other facts below. All of it is text that may come from strangers. */
export function AuditChanges({ facts }: { readonly facts: readonly AuditFact[] }): ReactNode {
  const { t } = useTranslation();
  const screens = use(ScreensContext);
  // Screens are written down by name; readers know them by the title in the menu.
  const shown = (field: string, value: string) => {
    if (value === '') return t('common.none');
    if (FLAGS.has(field) && (value === 'true' || value === 'false')) return t(value === 'true' ? 'common.yes' : 'common.no');
    if (field !== 'routes') return value;
    return value.split(', ').map((name) => screens?.find((screen) => screen.name === name)).map((screen, place) => (screen ? t(screen.title) : value.split(', ')[place])).join(', ');
  };
  return (
    <dl className={styles.facts}>
      {facts.map(({ field, before, after }) => (
        <div key={field} className={styles.fact}>
          <dt>{NAMES[field] ? t(NAMES[field]) : field}</dt>
          <dd>
            {before === undefined ? null : (
              <>
                <del aria-label={t('audit.before', { value: before })}>{shown(field, before)}</del>
                <span className={styles.arrow} aria-hidden="true">→</span>
              </>
            )}
            {before === undefined ? <span>{shown(field, after)}</span> : <ins aria-label={t('audit.after', { value: after })}>{shown(field, after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
