import { SPIDER_LIMITS } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../api/client-context';
import { suspicionsQuery } from '../../api/suspicious';
import { newRulePath } from '../../lib/links';
import { PanelFrame } from '../../widgets/panel';
import { useSession } from '../../widgets/session';
import { SuspicionList } from '../../widgets/suspicion/suspicion-list';
import type { PartProps } from './part-props';
import styles from './trajectory.module.css';

interface Props extends Pick<PartProps, 'who' | 'domain'> {
  /** The fingerprint or the address that was looked for. */
  readonly value: string;
}

/** What speaks against the visitor, and the way to a rule that takes his agent; nothing where nothing does. */
export function Suspicions({ who, value, domain }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { isAdmin } = useSession();
  const { data, refetch } = useQuery(suspicionsQuery(client, who));
  if (data === undefined || data.signs.length === 0) return null;
  // Of the view that shows a sign: others at the address may have other agents.
  const agent = (data.signs.find(({ weight }) => weight === 'sure') ?? data.signs[0])?.user_agent ?? '';
  // No part of an agent is in fewer agents than all of it. Of one that is too long for a keyword, the end tells more than the beginning, which most share.
  const keyword = agent.slice(-SPIDER_LIMITS.keyword).trim();
  const name = t('suspicious.ruleName', { visitor: value }).slice(0, SPIDER_LIMITS.name);
  return (
    <div className={styles.suspicions} data-testid="suspicions">
      <PanelFrame
        title={t('suspicious.against')}
        proof={{ data, onRefresh: () => void refetch() }}
        extra={isAdmin && keyword !== '' ? <Link className="ff-no-print" to={newRulePath(domain, { name, keyword })} title={t('suspicious.makeRuleHint')}>{t('suspicious.makeRule')}</Link> : undefined}
      >
        <SuspicionList signs={data.signs} />
      </PanelFrame>
    </div>
  );
}
