import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress, Steps, Upload } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AVATAR_MAX_KB, AVATAR_SIDE, type Crop, type PictureFault, startCrop } from '../../lib/crop';
import { failureText } from '../../widgets/failure-text';
import { AvatarCrop } from './avatar-crop';
import { AVATAR_STEPS, type AvatarStep } from './avatar-steps';
import styles from './avatar.module.css';
import { closePicture, drawAvatar, openPicture, type Picture } from './picture';
import { useAvatarUpload } from './use-avatar-upload';

interface Props {
  readonly onClose: () => void;
}

/** Makes an avatar of a picture in three steps: pick, crop, upload. Unmounting forgets the picture. */
export default function AvatarDialog({ onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const [step, setStep] = useState<AvatarStep>('pick');
  const [picture, setPicture] = useState<Picture>();
  const [crop, setCrop] = useState<Crop>({ zoom: 0, x: 0, y: 0 });
  const [fault, setFault] = useState<PictureFault>();
  const upload = useAvatarUpload();
  useEffect(() => () => picture && closePicture(picture), [picture]);

  const pick = async (file: File) => {
    const opened = await openPicture(file);
    if (typeof opened === 'string') {
      setFault(opened);
      return;
    }
    setFault(undefined);
    setPicture(opened);
    setCrop(startCrop(opened.size));
    setStep('crop');
  };
  const send = () => {
    if (!picture) return;
    setStep('upload');
    upload.mutate(() => drawAvatar(picture, crop));
  };
  const footer = {
    pick: <Button onClick={onClose}>{t('common.cancel')}</Button>,
    crop: (
      <>
        <Button onClick={() => setStep('pick')}>{t('avatar.back')}</Button>
        <Button type="primary" onClick={send}>{t('avatar.save')}</Button>
      </>
    ),
    upload: upload.isError ? (
      <>
        <Button onClick={() => setStep('crop')}>{t('avatar.back')}</Button>
        <Button type="primary" onClick={send}>{t('app.retry')}</Button>
      </>
    ) : <Button type="primary" disabled={upload.isPending} onClick={onClose}>{t('common.close')}</Button>,
  }[step];
  return (
    <Modal open title={t('avatar.title')} width={560} footer={footer} onCancel={onClose} mask={{ closable: step === 'pick' }}>
      <Steps className={styles.steps ?? ''} size="small" responsive={false} current={AVATAR_STEPS.indexOf(step)} items={AVATAR_STEPS.map((one) => ({ title: t(`avatarStep.${one}`) }))} />
      {step === 'pick' ? <Pick fault={fault} onPick={(file) => void pick(file)} /> : null}
      {step === 'crop' && picture ? <AvatarCrop picture={picture} crop={crop} onCrop={setCrop} /> : null}
      {step === 'upload' ? <Outcome upload={upload} /> : null}
    </Modal>
  );
}

function Pick({ fault, onPick }: { readonly fault: PictureFault | undefined; readonly onPick: (file: File) => void }): ReactNode {
  const { t } = useTranslation();
  const faults = {
    notImage: t('avatar.notImage'),
    tooLarge: t('avatar.tooLarge', { size: AVATAR_MAX_KB }),
    tooSmall: t('avatar.tooSmall', { size: `${AVATAR_SIDE} × ${AVATAR_SIDE}` }),
  };
  return (
    <div className={styles.body}>
      <Upload.Dragger
        className={styles.drop ?? ''}
        accept="image/*"
        height={280}
        showUploadList={false}
        fileList={[]}
        beforeUpload={(file) => {
          onPick(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon"><InboxOutlined /></p>
        <p className="ant-upload-text">{t('avatar.drop')}</p>
        <p className="ant-upload-hint">{t('avatar.dropHint', { size: `${AVATAR_SIDE} × ${AVATAR_SIDE}`, kb: AVATAR_MAX_KB })}</p>
      </Upload.Dragger>
      <div className={styles.fault}>{fault ? <Alert type="error" showIcon title={faults[fault]} /> : null}</div>
    </div>
  );
}

function Outcome({ upload }: { readonly upload: ReturnType<typeof useAvatarUpload> }): ReactNode {
  const { t } = useTranslation();
  const status = upload.isError ? 'exception' : upload.isSuccess ? 'success' : 'active';
  return (
    <div className={styles.outcome}>
      <Progress type="circle" percent={upload.isSuccess ? 100 : 60} status={status === 'active' ? 'normal' : status} />
      {upload.isPending ? <span role="status">{t('avatar.uploading')}</span> : null}
      {upload.isSuccess ? <Alert type="success" showIcon title={t('avatar.done')} /> : null}
      {upload.isError ? <Alert type="error" showIcon title={t('avatar.failed')} description={failureText(upload.error, t)} /> : null}
    </div>
  );
}
