import type { endpoints, Output, SpiderRow } from '@footfall/contract';
import { Button, Checkbox, Tag } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { useSession } from '../../widgets/session';
import { useSpiderType } from '../../widgets/spider-type';
import styles from './spiders.module.css';
import { StatusSwitch } from './status-switch';

type Listed = Output<typeof endpoints.spiders.list>;

/** Keywords that are shown in a row, which is about two lines of them; the others stand in its title. */
const SHOWN = 6;
const SHOWN_LETTERS = 36;

/** The first one, and those after it as long as there is room. */
function shownOf(keywords: readonly string[]): readonly string[] {
  let letters = 0;
  return keywords.filter((word, at) => {
    letters += word.length;
    return at === 0 || (at < SHOWN && letters <= SHOWN_LETTERS);
  });
}

export interface RuleActions {
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (id: number, chosen: boolean) => void;
  readonly onEdit: (spider: SpiderRow) => void;
  readonly onTry: (spider: SpiderRow) => void;
  readonly onRemove: (spider: SpiderRow) => void;
  readonly onType: (type: string) => void;
}

/** The columns of the rules. Source: specification 2, section 2, "Spider list". */
export function useRuleColumns({ chosen, onChoose, onEdit, onTry, onRemove, onType }: RuleActions): (data: Listed | undefined) => readonly ListColumn<SpiderRow>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { isAdmin } = useSession();
  const nameOf = useSpiderType();
  return useCallback(
    () => [
      ...(isAdmin ? [{ key: 'choose', title: t('spider.choosePage'), bare: true, width: 36, render: ({ id, name }: SpiderRow) => <Checkbox checked={chosen.has(id)} aria-label={t('spider.choose', { name })} onChange={({ target }) => onChoose(id, target.checked)} /> }] : []),
      { key: 'id', title: t('spider.id'), width: 64, numeric: true, sort: 'asc', render: ({ id }) => id },
      { key: 'type', title: t('spider.type'), width: 116, sort: 'asc', render: ({ type }) => <FilterValue text={nameOf(type)} onFilter={() => onType(type)} /> },
      { key: 'name', title: t('spider.name'), width: 140, sort: 'asc', render: ({ name }) => <bdi className={styles.name}>{name}</bdi> },
      {
        key: 'keyword', title: t('spider.keywords'), width: 176, grow: true,
        render: ({ keyword }) => {
          const shown = shownOf(keyword);
          return (
            <span className={styles.tags} title={keyword.join('\n')}>
              {shown.map((word) => <Tag key={word} className={styles.tag ?? ''}><bdi>{word}</bdi></Tag>)}
              {keyword.length > shown.length ? <Tag className={styles.tag ?? ''}>+{keyword.length - shown.length}</Tag> : null}
            </span>
          );
        },
      },
      { key: 'status', title: t('spider.status'), width: 76, render: (spider) => <StatusSwitch spider={spider} /> },
      { key: 'hits_24h', title: t('spider.hits24h'), width: 92, numeric: true, sort: 'desc', render: ({ hits_24h: hits }) => formatCount(hits, locale) },
      { key: 'hits_7d', title: t('spider.hits7d'), width: 116, numeric: true, sort: 'desc', render: ({ hits_7d: hits, forged_7d: forged }) => <>{formatCount(hits, locale)}{forged === 0 ? null : <span className={styles.forged} title={t('authenticity.forged7dHint')}>{t('authenticity.forgedNum', { num: formatCount(forged, locale) })}</span>}</> },
      { key: 'forged_7d', title: t('authenticity.forged7d'), width: 124, hidden: true, numeric: true, sort: 'desc', render: ({ forged_7d: forged }) => formatCount(forged, locale) },
      { key: 'last_hit_at', title: t('spider.lastHit'), width: 158, numeric: true, sort: 'desc', hidden: true, render: ({ last_hit_at: at }) => at ?? t('common.none') },
      { key: 'origin', title: t('spider.origin'), width: 120, hidden: true, render: ({ origin }) => t(`spider.origin.${origin}`) },
      { key: 'created_at', title: t('spider.createdAt'), width: 158, numeric: true, render: ({ created_at: at }) => at },
      {
        key: 'actions', title: t('common.actions'), width: isAdmin ? 190 : 90, file: [],
        render: (spider) => (
          <span className={styles.actions}>
            {isAdmin ? <Button size="small" type="link" onClick={() => onEdit(spider)}>{t('common.edit')}</Button> : null}
            <Button size="small" type="link" onClick={() => onTry(spider)}>{t('spider.labTest')}</Button>
            {isAdmin ? <Button size="small" type="link" danger onClick={() => onRemove(spider)}>{t('common.delete')}</Button> : null}
          </span>
        ),
      },
    ],
    [t, locale, isAdmin, nameOf, chosen, onChoose, onEdit, onTry, onRemove, onType],
  );
}
