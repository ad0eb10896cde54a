import type { ProvenGroup, ProvenPart } from '@footfall/contract';
import { Descriptions } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numbers';
import { useLanguage } from '../language';
import { useSpiderType } from '../spider-type';
import { useIsMobile } from '../use-media';
import { figureMeaning, figureName } from './figure-names';
import { columnName, filterText, groupText, periodText, utcText } from './part-words';
import { ProofRows } from './proof-rows';
import styles from './proof.module.css';

const LABEL = { wide: 170, narrow: 110 } as const;
const MOST_PERIODS = 3;
/** So few groups that one of them, the latest, is what is looked for. */
const FEW = 3;

const isWhole = ({ keys, label, periods }: ProvenGroup): boolean => Object.keys(keys).length === 0 && label === null && periods === null;

/** What one part of a statement looked at, the figures that came of it, and the rows behind the one that is chosen. */
export function ProofPart({ part, zone }: { readonly part: ProvenPart; readonly zone: string }): ReactNode {
  const { t } = useTranslation();
  const { groups } = part;
  const [chosen, setChosen] = useState(() => Math.max(groups.findIndex(isWhole), groups.length <= FEW ? groups.length - 1 : -1));
  return (
    <section className={styles.part} aria-label={`${t(`proof.table.${part.table}`)} · ${t(`proof.as.${part.as}`)}`}>
      <Question part={part} zone={zone} />
      {groups.length === 0 ? null : <Groups part={part} chosen={chosen} onChoose={setChosen} />}
      <ProofRows key={chosen} part={part} group={groups[chosen]} zone={zone} />
    </section>
  );
}

function Question({ part, zone }: { readonly part: ProvenPart; readonly zone: string }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  const { table, as, sites, site_count: all, periods, filters, by, rolled } = part;
  const figures = [...new Set(part.groups.flatMap((group) => Object.keys(group.figures)))];
  const meanings = (figures.length === 0 ? Object.keys(part.counted ?? {}) : figures).flatMap((id) => {
    const meaning = figureMeaning(id, t);
    return meaning === undefined ? [] : [<div key={id}><strong>{figureName(id, t)}</strong>: {meaning}</div>];
  });
  const items = [
    { key: 'of', label: t('proof.of'), children: <>{t(`proof.table.${table}`)} · {t(`proof.as.${as}`)}</> },
    { key: 'sites', label: t('proof.sites'), children: `${sites.join(', ')}${all > sites.length ? ` + ${all - sites.length}` : ''}` || t('common.none') },
    {
      key: 'period', label: t('proof.period'),
      children: periods === null ? t('range.all') : (
        <>
          {periods.slice(0, MOST_PERIODS).map((period) => <div key={period.utc_from}>{periodText(period)} <span className={styles.muted}>{zone}</span><div className={styles.muted}>{t('proof.utc', { from: utcText(period.utc_from), to: utcText(period.utc_to) })}</div></div>)}
          {periods.length > MOST_PERIODS ? `+ ${periods.length - MOST_PERIODS}` : null}
        </>
      ),
    },
    ...(filters.length === 0 ? [] : [{ key: 'filters', label: t('proof.filters'), children: <>{filters.map((filter) => <div key={JSON.stringify(filter)}>{filterText(filter, t)}</div>)}</> }]),
    ...(by.length === 0 ? [] : [{ key: 'by', label: t('proof.by'), children: by.map((column) => columnName(column, t)).join(', ') }]),
    ...(meanings.length === 0 ? [] : [{ key: 'means', label: t('proof.means'), children: <>{meanings}</> }]),
    ...(rolled === null ? [] : [{
      key: 'rolled', label: t('proof.rolled'),
      children: <>{t('proof.rolledOf', { spans: formatCount(rolled.spans, locale), hours: formatCount(rolled.hours, locale), visits: rolled.visits === null ? '…' : formatCount(rolled.visits, locale) })} {rolled.same === null ? null : t(rolled.same ? 'proof.rolledSame' : 'proof.rolledOther')}</>,
    }]),
  ];
  return <Descriptions column={1} size="small" styles={{ label: { width: mobile ? LABEL.narrow : LABEL.wide } }} bordered items={items} />;
}

interface GroupsProps {
  readonly part: ProvenPart;
  /** -1 for none: all of the part. */
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}

function Groups({ part: { groups, group_count: all }, chosen, onChoose }: GroupsProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const typeName = useSpiderType();
  const figures = [...new Set(groups.flatMap((group) => Object.keys(group.figures)))];
  return (
    <section className={styles.groups} aria-label={t('proof.figures')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('proof.figures')}</th>
            {figures.map((id) => <th key={id} scope="col" className={styles.number}>{figureName(id, t)}</th>)}
            <th scope="col"><span className="ff-visually-hidden">{t('proof.rows')}</span></th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group, at) => {
            const text = groupText(group, locale, t, typeName);
            return (
              <tr key={JSON.stringify([group.keys, group.label, group.periods])} className={at === chosen ? styles.chosen : ''}>
                <th scope="row" title={text}>{text}</th>
                {figures.map((id) => <td key={id} className={styles.number}>{group.figures[id] === undefined ? '' : formatCount(group.figures[id], locale)}</td>)}
                <td className={styles.number}><button type="button" className={styles.choose} aria-pressed={at === chosen} aria-label={`${t('proof.show')}: ${text}`} onClick={() => onChoose(at)}>{t('proof.show')}</button></td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all > groups.length ? <p className={styles.line}>{t('proof.moreGroups', { num: formatCount(all - groups.length, locale) })}</p> : null}
    </section>
  );
}
