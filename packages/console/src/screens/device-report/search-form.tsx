import { DownOutlined, LoadingOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFERED_RANGES, parseRange, type QueryTime, type Range } from '../../lib/range';
import { SitePicker } from '../../widgets/site-picker';
import { TimeSpan } from '../../widgets/time-span';
import type { Scope } from '../../widgets/use-scope';
import { BasicFields, Field } from './basic-fields';
import styles from './device-report.module.css';
import { type Draft, wholeOf } from './draft';
import { GroupRows } from './group-rows';
import { ALL_TIME, type ReportState } from './report-state';
import { RuleRows } from './rule-rows';
import { SortRows } from './sort-rows';
import type { Names } from './use-names';

interface Props {
  readonly state: ReportState;
  readonly draft: Draft;
  readonly names: Names;
  readonly sites: Scope['sites'];
  readonly queryTime: QueryTime | undefined;
  readonly now: number;
  readonly zone: string;
  /** Whether the site is chosen here: the address names none. */
  readonly choosesSite: boolean;
  readonly busy: boolean;
  readonly onDraft: (draft: Draft) => void;
  /** Asks with what the form holds. */
  readonly onSearch: () => void;
  /** Asks at once, with what else the form holds. */
  readonly onRange: (range: Range | undefined) => void;
  readonly onSite: (domain: string) => void;
  readonly onReset: () => void;
}

/** What the report is asked for: the basic query and the builder. It folds away. Source: specification 1, section 2, "Device report". */
export function SearchForm({ state, draft, names, sites, queryTime, now, zone, choosesSite, busy, onDraft, onSearch, onRange, onSite, onReset }: Props): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const body = useId();
  const token = state.range === undefined ? ALL_TIME : 'token' in state.range ? state.range.token : null;
  const wishes = wholeOf(draft);
  return (
    <search className={styles.form}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        <div className={styles.formHead}>
          <h2 className={styles.formTitle}>
            <button type="button" className={styles.fold} aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
              {open ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />} {t('report.search')}
            </button>
          </h2>
          <div className={styles.buttons}>
            <Button onClick={onReset}>{t('common.reset')}</Button>
            {/* Not the button's own sign of loading: it would swallow the next search while one is under way. */}
            <Button type="primary" htmlType="submit" icon={busy ? <LoadingOutlined /> : <SearchOutlined />}>{t('report.run')}</Button>
          </div>
        </div>
        <div id={body} hidden={!open}>
          <BasicFields basic={draft.basic} names={names} domain={state.domain} queryTime={queryTime} onChange={(field, value) => onDraft({ ...draft, basic: { ...draft.basic, [field]: value } })}>
            <Field label={t('range.label')} wide>
              {() => (
                <div className={styles.range}>
                  <Select
                    aria-label={t('range.label')}
                    popupMatchSelectWidth={false}
                    value={token}
                    placeholder={t('range.custom')}
                    options={[...OFFERED_RANGES.map((value) => ({ value, label: t(`range.${value}`) })), { value: ALL_TIME, label: t('range.all') }]}
                    onChange={(chosen: string | null) => chosen !== null && onRange(chosen === ALL_TIME ? undefined : parseRange(chosen))}
                  />
                  <TimeSpan value={queryTime} now={now} zone={zone} onChange={onRange} />
                </div>
              )}
            </Field>
            {choosesSite ? <Field label={t('range.site')}>{() => <SitePicker label={t('range.site')} placeholder={t('info.chooseSite')} value={state.domain} sites={sites} wide={false} onChange={onSite} />}</Field> : null}
          </BasicFields>
          <div className={styles.blocks}>
            <RuleRows rules={draft.rules} names={names} domain={state.domain} queryTime={queryTime} onChange={(rules) => onDraft({ ...draft, rules })} />
            <SortRows sorts={draft.sorts} wishes={wishes} names={names} onChange={(sorts) => onDraft({ ...draft, sorts })} />
            <GroupRows groups={draft.groups} aggregates={draft.aggregates} timed={queryTime !== undefined} names={names} onGroups={(groups) => onDraft({ ...draft, groups })} onAggregates={(aggregates) => onDraft({ ...draft, aggregates })} />
          </div>
        </div>
      </form>
    </search>
  );
}
