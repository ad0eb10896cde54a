import { ALARM_KINDS, type AlarmKind, alarmLanguage, type AlarmSettings } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, InputNumber, Select, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsChanged, alarmSettingsQuery, setAlarmSettings } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { domainListQuery } from '../../api/common';
import { LANGUAGES } from '../../i18n/languages';
import { SaveFailure } from '../../widgets/form-dialog';
import { Hint } from '../../widgets/hint';
import { useNotices } from '../../widgets/notices';
import { Panel } from '../../widgets/panel';
import { fieldsOf, RULE_FIELDS, type RuleField } from './alarm-state';
import styles from './alarms.module.css';
import { MinuteOfDay } from './minute-of-day';

const HEIGHT = 420;

/** What is watched and when it is told. */
export function SettingsPanel(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(alarmSettingsQuery(client));
  return (
    <Panel title={t('alarm.rules')} asked={asked} minHeight={HEIGHT} rows={8} anyHeight>
      {({ time_zone: zone, ...settings }) => <Settings key={JSON.stringify(settings)} saved={settings} zone={zone} />}
    </Panel>
  );
}

function Settings({ saved, zone }: { readonly saved: AlarmSettings; readonly zone: string }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const sites = useQuery(domainListQuery(client));
  const [draft, setDraft] = useState(saved);
  const ids = useId();
  const save = useMutation({
    mutationFn: () => setAlarmSettings(client, draft),
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      await alarmsChanged(queries);
    },
  });
  const setRule = (kind: AlarmKind, part: Partial<Record<RuleField, number>> & { readonly on?: boolean }) => setDraft({ ...draft, rules: { ...draft.rules, [kind]: { ...draft.rules[kind], ...part } } });
  const { quiet } = draft;
  return (
    <>
      <ul className={styles.rules}>
        {ALARM_KINDS.map((kind) => {
          const rule = draft.rules[kind];
          return (
            <li key={kind} className={styles.rule}>
              <span className={styles.ruleName}>
                <Switch size="small" checked={rule.on} aria-label={t(`alarm.kind.${kind}`)} onChange={(on) => setRule(kind, { on })} />
                {t(`alarm.kind.${kind}`)} <Hint text={t(`alarm.help.${kind}`)} />
              </span>
              {fieldsOf(draft.rules, kind).map((field) => (
                <span key={field} className={styles.field}>
                  <label htmlFor={`${ids}${kind}${field}`}>{t(`alarm.field.${field}`)}</label>
                  <InputNumber
                    id={`${ids}${kind}${field}`}
                    className={styles.number ?? ''}
                    disabled={!rule.on}
                    min={RULE_FIELDS[field][0]}
                    max={RULE_FIELDS[field][1]}
                    {...(field === 'times' ? { step: 0.5 } : { precision: 0 })}
                    value={(rule as Partial<Record<RuleField, number>>)[field] ?? null}
                    onChange={(value) => value !== null && setRule(kind, { [field]: value })}
                  />
                </span>
              ))}
            </li>
          );
        })}
      </ul>
      <div className={styles.more}>
        <span className={styles.field}>
          <Switch size="small" checked={quiet.on} aria-label={t('alarm.quiet')} onChange={(on) => setDraft({ ...draft, quiet: { ...quiet, on } })} />
          <span>{t('alarm.quiet')}</span> <Hint text={t('alarm.quietHint', { zone })} />
          {(['from', 'to'] as const).map((end) => (
            <MinuteOfDay key={end} value={quiet[end]} disabled={!quiet.on} label={t(end === 'from' ? 'alarm.quietFrom' : 'alarm.quietTo')} onChange={(minute) => setDraft({ ...draft, quiet: { ...quiet, [end]: minute } })} />
          ))}
        </span>
        <span className={styles.field}>
          <label htmlFor={`${ids}gap`}>{t('alarm.gap')}</label> <Hint text={t('alarm.gapHint')} />
          <InputNumber id={`${ids}gap`} className={styles.number ?? ''} min={1} max={1_440} precision={0} value={draft.gap} onChange={(gap) => gap !== null && setDraft({ ...draft, gap })} />
        </span>
        <span className={styles.field}>
          <label htmlFor={`${ids}language`}>{t('alarm.language')}</label>
          <Select id={`${ids}language`} className={styles.language ?? ''} value={draft.language} options={alarmLanguage.options.map((value) => ({ value, label: LANGUAGES[value] }))} onChange={(language) => setDraft({ ...draft, language })} />
        </span>
        <span className={styles.field}>
          <label htmlFor={`${ids}except`}>{t('alarm.except')}</label>
          <Select mode="multiple" id={`${ids}except`} className={styles.except ?? ''} optionFilterProp="label" placeholder={t('alarm.noException')} value={draft.except} options={(sites.data ?? []).map(({ domain }) => ({ value: domain, label: domain }))} onChange={(except) => setDraft({ ...draft, except })} />
        </span>
      </div>
      <SaveFailure error={save.error} />
      <Button type="primary" disabled={JSON.stringify(draft) === JSON.stringify(saved)} loading={save.isPending} onClick={() => save.mutate()}>{t('common.save')}</Button>
    </>
  );
}
