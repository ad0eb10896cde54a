import type { Website } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { removeWebsite, websitesChanged } from '../../api/websites';
import { shownDomain } from '../../lib/domain-name';
import { useNotices } from '../../widgets/notices';

type Fate = 'keep' | 'erase';

interface Props {
  readonly site: Website | undefined;
  readonly onClose: () => void;
}

/** Asks what becomes of the data and for the domain once more, then takes a site off the list. */
export function SiteRemoval({ site, onClose }: Props): ReactNode {
  return site === undefined ? null : <Removal key={site.id} site={site} onClose={onClose} />;
}

function Removal({ site, onClose }: { readonly site: Website; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [fate, setFate] = useState<Fate>('keep');
  const [typed, setTyped] = useState('');
  const domain = shownDomain(site.domain);
  const isNamed = [domain, site.domain].includes(typed.trim().toLowerCase());
  const remove = useMutation({
    mutationFn: () => removeWebsite(client, { id: site.id, data: fate, domain: site.domain }),
    onSuccess: async () => {
      void message.success(t('site.removed'));
      onClose();
      await websitesChanged(queries);
    },
  });
  const submit = () => {
    if (isNamed) remove.mutate();
  };
  return (
    <Modal open title={t('site.deleteTitle', { domain })} okText={t('common.delete')} cancelText={t('common.cancel')} okButtonProps={{ danger: true, disabled: !isNamed }} confirmLoading={remove.isPending} onOk={submit} onCancel={onClose}>
      <p>{t('site.deleteText')}</p>
      <Form layout="vertical" component="div">
        <Form.Item label={t('site.deleteData')} extra={t(fate === 'keep' ? 'site.keepHelp' : 'site.eraseHelp')}>
          <Radio.Group value={fate} options={[{ value: 'keep', label: t('site.keep') }, { value: 'erase', label: t('site.erase') }]} onChange={({ target }) => setFate(target.value === 'erase' ? 'erase' : 'keep')} />
        </Form.Item>
        <Form.Item label={t('site.deleteConfirm', { domain })}>
          <Input value={typed} aria-label={t('site.deleteConfirm', { domain })} autoComplete="off" autoCapitalize="none" spellCheck={false} onChange={({ target }) => setTyped(target.value)} onPressEnter={submit} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
