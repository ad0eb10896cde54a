import { ALARM_CHANNELS, type AlarmChannel, type AlarmChannelKind } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select, Switch } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsChanged, saveAlarmChannel } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { FormDialog, SaveFailure, useFreshForm } from '../../widgets/form-dialog';
import { useNotices } from '../../widgets/notices';

const FORM = 'alarm-channel';
const MAX_NAME = 100;
const MAX_TEXT = 2_000;
/** Those that may sign their messages. */
const SIGNING: ReadonlySet<AlarmChannelKind> = new Set(['dingtalk', 'feishu']);

interface Fields {
  readonly name: string;
  readonly kind: AlarmChannelKind;
  readonly enabled: boolean;
  readonly url: string;
  /** These are there where the kind asks for them. */
  readonly secret?: string;
  readonly sender?: string;
  readonly recipients?: string;
}

interface Props {
  /** What is changed, a new one, or nothing. */
  readonly channel: AlarmChannel | 'new' | undefined;
  readonly onClose: () => void;
}

/** Adds or changes a place where alarms are sent. What is secret is given anew or stays. */
export function ChannelDialog({ channel, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const kind = Form.useWatch('kind', form) ?? 'dingtalk';
  const known = channel === 'new' || channel === undefined ? undefined : channel;
  const save = useMutation({
    mutationFn: ({ secret = '', ...fields }: Fields) => saveAlarmChannel(client, { ...fields, ...(known === undefined ? {} : { id: known.id }), ...(secret === '' ? {} : { secret }) }),
    meta: { shownBy: 'dialog' },
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      onClose();
      await alarmsChanged(queries);
    },
  });
  const fieldsOf = useCallback((): Fields => ({ name: known?.name ?? '', kind: known?.kind ?? 'dingtalk', enabled: known?.enabled ?? true, url: '', secret: '', sender: known?.sender ?? '', recipients: known?.recipients ?? '' }), [known]);
  useFreshForm(channel !== undefined, form, fieldsOf, save.reset);
  const isMail = kind === 'email';
  const required = [{ required: true, whitespace: true, message: t('spider.required') }];
  const kept = known === undefined ? '' : t('alarm.kept');
  return (
    <FormDialog open={channel !== undefined} title={t(known === undefined ? 'alarm.addChannel' : 'alarm.editChannel')} form={FORM} saving={save.isPending} onClose={onClose}>
      <Form<Fields> id={FORM} form={form} layout="vertical" onFinish={(fields) => save.mutate(fields)}>
        <Form.Item name="name" label={t('alarm.name')} rules={required}><Input maxLength={MAX_NAME} /></Form.Item>
        <Form.Item name="kind" label={t('alarm.via')}><Select options={ALARM_CHANNELS.map((value) => ({ value, label: t(`alarm.via.${value}`) }))} /></Form.Item>
        <Form.Item name="url" label={t(isMail ? 'alarm.mailServer' : 'alarm.address')} extra={t(isMail ? 'alarm.mailServerHint' : 'alarm.addressHint')} rules={known === undefined ? required : []}>
          <Input maxLength={MAX_TEXT} autoComplete="off" placeholder={kept} />
        </Form.Item>
        {SIGNING.has(kind) ? <Form.Item name="secret" label={t('alarm.secret')} extra={t('alarm.secretHint')}><Input.Password maxLength={500} autoComplete="off" placeholder={known?.signed === true ? kept : ''} /></Form.Item> : null}
        {isMail ? (
          <>
            <Form.Item name="sender" label={t('alarm.sender')} rules={required}><Input maxLength={300} /></Form.Item>
            <Form.Item name="recipients" label={t('alarm.recipients')} extra={t('alarm.recipientsHint')} rules={required}><Input maxLength={MAX_TEXT} /></Form.Item>
          </>
        ) : null}
        <Form.Item name="enabled" label={t('alarm.enabled')} valuePropName="checked"><Switch /></Form.Item>
        <SaveFailure error={save.error} description={t('alarm.saveHint')} />
      </Form>
    </FormDialog>
  );
}
