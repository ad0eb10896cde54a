import type { SpiderWarning } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderWarningsQuery } from '../../api/spiders';
import styles from './spiders.module.css';

const BROWSERS = 3;

/** What deserves a second look in the keywords of a rule that is being written. They can be saved all the same. */
export function KeywordWarnings({ id, keywords }: { readonly id: number; readonly keywords: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { data } = useQuery({ ...spiderWarningsQuery(client, { id, keyword: [...keywords] }), meta: { shownBy: 'form' } });
  if (keywords.length === 0 || data === undefined || data.length === 0) return null;
  const textOf = ({ keyword, kind, num, rules, browsers }: SpiderWarning): string => {
    if (kind === 'redundant') return t('spider.warn.redundant', { keyword });
    if (kind === 'generic') return browsers.length > 0 ? t('spider.warn.genericPeople', { keyword, browsers: browsers.slice(0, BROWSERS).join(', ') }) : t('spider.warn.genericCrawlers', { keyword, num });
    const named = rules.map(({ name, keyword: other }) => (kind === 'duplicate' ? name : `${name} (${other})`)).join(', ');
    return t(`spider.warn.${kind}`, { keyword, rules: num > rules.length ? `${named} …` : named });
  };
  return (
    <div className={styles.warnings} role="status">
      {data.map((warning) => <Alert key={`${warning.kind} ${warning.keyword}`} type={warning.kind === 'generic' || warning.kind === 'duplicate' ? 'warning' : 'info'} showIcon title={textOf(warning)} />)}
    </div>
  );
}
