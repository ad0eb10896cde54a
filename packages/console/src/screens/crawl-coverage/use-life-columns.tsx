import type { Lifecycle, lifecycle, Output } from '@footfall/contract';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/duration';
import { addressLabel } from '../../lib/text';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { useIsMobile } from '../../widgets/use-media';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import styles from './crawl-coverage.module.css';

type Urls = Output<typeof lifecycle.urls>;

const WIDE = 280;
const NARROW = 170;

/** How long it took, when that was, and who came; or that it has not happened yet. */
function Step({ step }: { readonly step: { readonly at: string; readonly after: number; readonly name?: string } | null }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  if (step === null) return <span className={styles.never}>{t('lifecycle.notYet')}</span>;
  return (
    <span className={styles.last}>
      <span>+{formatDuration(step.after, locale)}{step.name === undefined ? null : ` · ${step.name}`}</span>
      <span className={styles.muted}>{step.at.slice(0, 16)}</span>
    </span>
  );
}

/** The columns of the addresses: first seen, and each step from there. */
export function useLifeColumns(filter: ScreenFilter): (data: Urls | undefined) => readonly ListColumn<Lifecycle>[] {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  return useCallback(
    (data) => {
      const files = (key: 'crawl' | 'search' | 'visit', title: string) => [
        { key, title }, ...(key === 'visit' ? [] : [{ key: `${key}_name`, title: `${title}: ${t('lifecycle.by')}` }]), { key: `${key}_after`, title: `${title}: ${t('lifecycle.seconds')}` },
      ];
      const step = (key: 'crawl' | 'search' | 'visit', title: string): ListColumn<Lifecycle> => ({ key, title, width: 176, sort: 'asc', file: files(key, title), render: (row) => <Step step={row[key]} /> });
      return [
        { key: 'key', title: t('field.url'), width: mobile ? NARROW : WIDE, grow: true, sort: 'asc', render: ({ key }) => <><LongText text={key} label={addressLabel(key, filter.domain)} /><OutsideLink address={key} /></> },
        { key: 'seen_at', title: t('lifecycle.seen'), width: 136, sort: 'desc', render: ({ seen_at: at }) => at.slice(0, 16) },
        { key: 'listed', title: t('lifecycle.listed'), width: 136, hidden: true, render: ({ listed }) => <Step step={listed} /> },
        step('crawl', t('lifecycle.crawl')),
        ...(data?.crawlers ?? []).map((name, place): ListColumn<Lifecycle> => ({
          key: `crawler_${place}`, title: name, width: 136, file: [{ key: `crawl_at_${place}`, title: name }, { key: `crawl_after_${place}`, title: `${name}: ${t('lifecycle.seconds')}` }],
          render: ({ crawlers }) => <Step step={crawlers[place] ?? null} />,
        })),
        step('search', t('lifecycle.search')),
        step('visit', t('lifecycle.visit')),
      ];
    },
    [t, mobile, filter.domain],
  );
}
