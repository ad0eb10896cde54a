import { CloseOutlined, InboxOutlined } from '@ant-design/icons';
import type { Website } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Modal, Progress, Select, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { useClient } from '../../api/client-context';
import { logFormatsQuery } from '../../api/log-import';
import { formatCount } from '../../lib/numbers';
import { failureText } from '../../widgets/failure-text';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import { LogResult } from './log-result';
import { type LogUpload as LogUploadState, useLogUpload } from './use-log-upload';
import styles from './websites.module.css';

const AUTO = 'auto';
const CUSTOM = 'custom';
const PATTERN = '%h %^[%d:%t %^] "%r" %s %b "%R" "%u"';

/** Bytes in the unit that suits them, as the language writes it. */
function bytesText(bytes: number, locale: string): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return new Intl.NumberFormat(locale, { style: 'unit', unit: ['byte', 'kilobyte', 'megabyte', 'gigabyte'][power] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 }).format(bytes / 1_000 ** power);
}

function secondsText(seconds: number, locale: string): string {
  const minutes = seconds >= 90;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: minutes ? 'minute' : 'second', unitDisplay: 'short', maximumFractionDigits: 0 }).format(Math.ceil(minutes ? seconds / 60 : seconds));
}

interface Props {
  readonly site: Website | undefined;
  readonly onClose: () => void;
}

/** Imports access logs of a site from files of the operator's own machine. */
export function LogUpload({ site, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { upload, start, stop, reset } = useLogUpload();
  const { data: formats } = useQuery({ ...logFormatsQuery(client), enabled: site !== undefined });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [format, setFormat] = useState(AUTO);
  const [pattern, setPattern] = useState(PATTERN);
  const [crawlersOnly, setCrawlersOnly] = useState(false);
  const [dryRun, setDryRun] = useState(false);
  const isSending = upload.phase === 'sending';
  const isChoosing = upload.phase === 'choosing';

  function close(): void {
    stop();
    reset();
    setFiles([]);
    // Of this site: the next may be another.
    setCrawlersOnly(false);
    setDryRun(false);
    onClose();
  }
  const begin = () => void start(files, { domain: site?.domain ?? '', format: format === CUSTOM ? pattern : format, crawlers_only: crawlersOnly, dry_run: dryRun });
  const more = () => {
    setFiles([]);
    reset();
  };
  const footer = isSending ? <Button danger onClick={stop}>{t('upload.stop')}</Button> : (
    <>
      <Button onClick={close}>{t('common.close')}</Button>
      {isChoosing ? <Button type="primary" disabled={files.length === 0} onClick={begin}>{t('upload.start')}</Button> : <Button type="primary" onClick={more}>{t('upload.again')}</Button>}
    </>
  );
  return (
    <Modal open={site !== undefined} title={t('upload.title', { domain: site?.domain ?? '' })} footer={footer} onCancel={close} maskClosable={!isSending} destroyOnHidden>
      {isChoosing ? (
        <Form layout="vertical" component="div">
          <Upload.Dragger multiple showUploadList={false} fileList={[]} beforeUpload={(file) => {
            setFiles((held) => [...held.filter(({ name }) => name !== file.name), file]);
            return false;
          }}>
            <p className="ant-upload-drag-icon"><InboxOutlined /></p>
            <p className="ant-upload-text">{t('upload.drop')}</p>
            <p className="ant-upload-hint">{t('upload.dropHint')}</p>
          </Upload.Dragger>
          <FileList files={files} onRemove={(file) => setFiles((held) => held.filter((one) => one !== file))} />
          <Form.Item label={t('upload.format')} className={styles.upload ?? ''}>
            <Select
              aria-label={t('upload.format')}
              value={format}
              options={[{ value: AUTO, label: t('upload.auto') }, { value: CUSTOM, label: t('upload.custom') }, ...(formats?.list ?? []).map(({ name }) => ({ value: name, label: name }))]}
              onChange={setFormat}
            />
          </Form.Item>
          {format === CUSTOM ? <Form.Item label={t('upload.customLabel')}><Input className="ff-code" aria-label={t('upload.customLabel')} value={pattern} maxLength={2_000} onChange={({ target }) => setPattern(target.value)} /></Form.Item> : null}
          <div><Checkbox checked={crawlersOnly} onChange={({ target }) => setCrawlersOnly(target.checked)}>{t('upload.crawlersOnly')}</Checkbox> <Hint text={t('upload.crawlersOnlyHint')} /></div>
          <Checkbox checked={dryRun} onChange={({ target }) => setDryRun(target.checked)}>{t('upload.dryRun')}</Checkbox>
        </Form>
      ) : <Outcome upload={upload} dryRun={dryRun} zone={site?.time_zone ?? 'UTC'} />}
    </Modal>
  );
}

function FileList({ files, onRemove }: { readonly files: readonly File[]; readonly onRemove: (file: File) => void }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.name}>
          <span className={styles.file}>{file.name}</span>
          <span className={styles.last}>{bytesText(file.size, locale)}</span>
          <Button size="small" type="text" icon={<CloseOutlined />} aria-label={t('upload.remove', { name: file.name })} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ upload, dryRun, zone }: { readonly upload: LogUploadState; readonly dryRun: boolean; readonly zone: string }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { phase, sent, total, elapsed, report, error } = upload;
  const percent = total === 0 ? 100 : Math.floor((sent / total) * 100);
  const rate = elapsed === 0 ? 0 : Math.round((report.lines / elapsed) * 1_000);
  const left = sent === 0 ? 0 : (elapsed * (total - sent)) / sent / 1_000;
  const text = sent < total
    ? t('upload.progress', { done: bytesText(sent, locale), total: bytesText(total, locale), rate: formatCount(rate, locale), left: secondsText(left, locale) })
    : t('upload.storing');
  const reason = error instanceof ApiError ? error.details['reason'] : undefined;
  return (
    <div className={styles.outcome}>
      <Progress percent={percent} status={phase === 'sending' ? 'active' : phase === 'done' ? 'success' : 'exception'} />
      {phase === 'sending' ? <div className={styles.last} aria-live="polite">{text}</div> : null}
      {phase === 'stopped' ? <Alert type="warning" showIcon title={t('upload.stopped')} /> : null}
      {phase === 'done' ? <Alert type={dryRun ? 'info' : 'success'} showIcon title={t(dryRun ? 'upload.dryDone' : 'upload.done')} /> : null}
      {phase === 'failed' ? <Alert type="error" showIcon title={failureText(error, t)} description={typeof reason === 'string' ? reason : undefined} /> : null}
      <LogResult report={report} zone={zone} />
    </div>
  );
}
