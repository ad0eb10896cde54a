import { InboxOutlined } from '@ant-design/icons';
import { BULK_COLUMNS, BULK_KINDS, type BulkKind, bulk, EXCLUSION_KINDS } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Segmented, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyBulk, bulkChanged, previewBulk } from '../../api/bulk';
import { useClient } from '../../api/client-context';
import { DownloadButton } from '../../widgets/download-button';
import { failureText } from '../../widgets/failure-text';
import { useNotices } from '../../widgets/notices';
import styles from './bulk.module.css';
import { BulkHistory } from './bulk-history';
import { BulkPreviewTable } from './bulk-preview';
import { faultOf } from './bulk-file';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Imports websites, spider rules or exclusions from a table: choose a file, see what it would do, then do it, and take it back. */
export function BulkDialog({ open, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [kind, setKind] = useState<BulkKind>('websites');
  const [file, setFile] = useState<File>();
  const preview = useMutation({ mutationFn: (chosen: File) => previewBulk(client, kind, chosen), meta: { shownBy: 'form' } });
  const apply = useMutation({
    mutationFn: (chosen: File) => applyBulk(client, kind, chosen),
    meta: { shownBy: 'form' },
    onSuccess: async ({ added, edited }) => {
      void message.success(t('bulk.applied', { added, edited }));
      startOver();
      await bulkChanged(queries);
    },
  });

  function startOver(): void {
    setFile(undefined);
    preview.reset();
    apply.reset();
  }
  function choose(files: readonly File[]): void {
    startOver();
    const fault = faultOf(files);
    if (fault !== undefined) {
      void message.error(t(`bulk.${fault}`));
      return;
    }
    const [chosen] = files;
    if (chosen === undefined) return;
    setFile(chosen);
    preview.mutate(chosen);
  }
  const close = () => {
    startOver();
    onClose();
  };
  const found = preview.data;
  const ready = found !== undefined && found.errors === 0 && found.added + found.edited > 0;
  const error = apply.error ?? preview.error;
  const footer = (
    <>
      {file === undefined ? null : <Button onClick={startOver}>{t('bulk.again')}</Button>}
      <Button onClick={close}>{t('common.close')}</Button>
      {file === undefined ? null : <Button type="primary" disabled={!ready} loading={apply.isPending} onClick={() => apply.mutate(file)}>{t('bulk.apply')}</Button>}
    </>
  );
  return (
    <Modal open={open} width={760} title={t('bulk.title')} footer={footer} onCancel={close} destroyOnHidden>
      <div className={styles.bar}>
        <Segmented
          value={kind}
          disabled={file !== undefined}
          options={BULK_KINDS.map((one) => ({ value: one, label: t(`bulk.kind.${one}`) }))}
          onChange={setKind}
        />
        <span className={styles.files}>
          <DownloadButton endpoint={bulk.template} input={{ kind }} label={t('bulk.template')} />
          <DownloadButton endpoint={bulk.export} input={{ kind }} label={t('bulk.export')} />
        </span>
      </div>
      {file === undefined ? (
        <>
          <Upload.Dragger
            multiple
            accept=".xlsx,.xls,.csv"
            showUploadList={false}
            fileList={[]}
            beforeUpload={(one, all) => {
              // Called for each of them; one word for all.
              if (one === all[0]) choose(all);
              return false;
            }}
          >
            <p className="ant-upload-drag-icon"><InboxOutlined /></p>
            <p className="ant-upload-text">{t('bulk.drop')}</p>
            <p className="ant-upload-hint">{t('bulk.dropHint')}</p>
          </Upload.Dragger>
          <p className={styles.note}>{t(`bulk.help.${kind}`, { kinds: EXCLUSION_KINDS.join(' / ') })}</p>
          <p className={styles.columns}>{BULK_COLUMNS[kind].map((column) => <code key={column} className={column.endsWith('*') ? styles.required : ''}>{column.replace('*', '')}</code>)}</p>
          <BulkHistory />
        </>
      ) : (
        <>
          <p className={styles.name}>{file.name}</p>
          {error ? <Alert type="error" showIcon title={failureText(error, t)} /> : null}
          {found === undefined ? null : <BulkPreviewTable preview={found} />}
          {preview.isPending ? <p className={styles.note} role="status">{t('bulk.reading')}</p> : null}
        </>
      )}
    </Modal>
  );
}
