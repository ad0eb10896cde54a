import { type AlarmLanguage, MOST_REPORT_SITES, reportEvery, type ReportEvery, type ReportSchedule } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select, Switch } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmChannelsQuery } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { domainListQuery } from '../../api/common';
import { saveSchedule, schedulesChanged } from '../../api/schedules';
import { FormDialog, SaveFailure, useFreshForm } from '../../widgets/form-dialog';
import { useLanguage } from '../../widgets/language';
import { languageItems } from '../../widgets/language-menu';
import { useNotices } from '../../widgets/notices';
import { hourText, weekdayText } from './rhythm-text';
import styles from './schedules.module.css';

const FORM = 'report-schedule';
const MAX_NAME = 100;
const MAX_TEXT = 2_000;
const WIDTH = 620;
const USUAL_HOUR = 8;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => at + 1);
const OWN_SERVER = 0;

interface Fields {
  readonly name: string;
  readonly enabled: boolean;
  readonly domains: string[];
  readonly every: ReportEvery;
  readonly hour: number;
  readonly language: AlarmLanguage;
  readonly channel_id: number;
  readonly recipients: string;
  /** These are there where what was chosen asks for them. */
  readonly day?: number;
  readonly url?: string;
  readonly sender?: string;
}

interface Props {
  /** What is changed, a new one, or nothing. */
  readonly schedule: ReportSchedule | 'new' | undefined;
  readonly onClose: () => void;
}

/** Adds or changes a report that goes out by e-mail. The address of a mail server is given anew or stays. */
export function ScheduleDialog({ schedule, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale, language } = useLanguage();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const open = schedule !== undefined;
  const sites = useQuery({ ...domainListQuery(client), enabled: open });
  const channels = useQuery({ ...alarmChannelsQuery(client), enabled: open });
  const [form] = Form.useForm<Fields>();
  const every = Form.useWatch('every', form) ?? 'week';
  const channel = Form.useWatch('channel_id', form) ?? OWN_SERVER;
  const known = schedule === 'new' ? undefined : schedule;
  const save = useMutation({
    mutationFn: ({ day = 1, ...fields }: Fields) => saveSchedule(client, { ...fields, day, ...(known === undefined ? {} : { id: known.id }) }),
    meta: { shownBy: 'dialog' },
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      onClose();
      await schedulesChanged(queries);
    },
  });
  const fieldsOf = useCallback(
    (): Fields => ({
      name: known?.name ?? '', enabled: known?.enabled ?? true, domains: known?.domains ?? [], every: known?.every ?? 'week', day: known?.day ?? 1, hour: known?.hour ?? USUAL_HOUR, language: known?.language ?? language,
      channel_id: known?.channel_id ?? OWN_SERVER, url: '', sender: known?.sender ?? '', recipients: known?.recipients ?? '',
    }),
    [known, language],
  );
  useFreshForm(open, form, fieldsOf, save.reset);
  const required = [{ required: true, whitespace: true, message: t('spider.required') }];
  const chosen = [{ required: true, message: t('spider.required') }];
  const servers = [{ value: OWN_SERVER, label: t('schedule.ownServer') }, ...(channels.data?.list ?? []).filter(({ kind }) => kind === 'email').map(({ id, name, target }) => ({ value: id, label: `${name} (${target})` }))];
  const keepsServer = known?.channel_id === OWN_SERVER;
  return (
    <FormDialog open={open} title={t(known === undefined ? 'schedule.add' : 'schedule.change')} form={FORM} saving={save.isPending} width={WIDTH} onClose={onClose}>
      <Form<Fields> id={FORM} form={form} layout="vertical" onFinish={(fields) => save.mutate(fields)}>
        <Form.Item name="name" label={t('alarm.name')} rules={required}><Input maxLength={MAX_NAME} /></Form.Item>
        <Form.Item name="domains" label={t('schedule.sites')} extra={t('schedule.sitesHint')} rules={chosen}>
          <Select mode="multiple" maxCount={MOST_REPORT_SITES} optionFilterProp="label" options={(sites.data ?? []).map(({ domain }) => ({ value: domain, label: domain }))} />
        </Form.Item>
        <div className={styles.row}>
          <Form.Item name="every" label={t('schedule.every')}><Select options={reportEvery.options.map((value) => ({ value, label: t(`schedule.every.${value}`) }))} onChange={() => form.setFieldsValue({ day: 1 })} /></Form.Item>
          {every === 'week' ? <Form.Item name="day" label={t('schedule.weekday')}><Select options={WEEKDAYS.map((value) => ({ value, label: weekdayText(value, locale) }))} /></Form.Item> : null}
          {every === 'month' ? <Form.Item name="day" label={t('schedule.monthDay')}><Select options={MONTH_DAYS.map((value) => ({ value, label: String(value) }))} /></Form.Item> : null}
          <Form.Item name="hour" label={t('schedule.hour')}><Select options={HOURS.map((value) => ({ value, label: hourText(value) }))} /></Form.Item>
          <Form.Item name="language" label={t('layout.language')}><Select options={languageItems().map(({ key, label }) => ({ value: key, label }))} /></Form.Item>
        </div>
        <Form.Item name="recipients" label={t('alarm.recipients')} extra={t('alarm.recipientsHint')} rules={required}><Input maxLength={MAX_TEXT} /></Form.Item>
        <Form.Item name="channel_id" label={t('schedule.server')}><Select options={servers} /></Form.Item>
        {channel === OWN_SERVER ? (
          <>
            <Form.Item name="url" label={t('alarm.mailServer')} extra={t('alarm.mailServerHint')} rules={keepsServer ? [] : required}><Input maxLength={MAX_TEXT} autoComplete="off" placeholder={keepsServer ? t('alarm.kept') : ''} /></Form.Item>
            <Form.Item name="sender" label={t('alarm.sender')} rules={required}><Input maxLength={300} /></Form.Item>
          </>
        ) : null}
        <Form.Item name="enabled" label={t('alarm.enabled')} valuePropName="checked"><Switch /></Form.Item>
        <SaveFailure error={save.error} description={t('alarm.saveHint')} />
      </Form>
    </FormDialog>
  );
}
