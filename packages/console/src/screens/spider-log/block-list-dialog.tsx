import { BLOCK_SYNTAXES, type BlockSyntax, type endpoints, type Input as InputOf } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { blockListQuery } from '../../api/spiders';
import { formatCount } from '../../lib/numbers';
import { CopyButton } from '../../widgets/copy-button';
import { useLanguage } from '../../widgets/language';
import { FailedState, Lines } from '../../widgets/panel-state';
import styles from './spider-log.module.css';

const WIDTH = 680;
const HEIGHT = 260;
const ROWS = 14;
/** What the programs call themselves. */
const NAMES: Readonly<Record<BlockSyntax, string>> = { nginx: 'nginx', caddy: 'Caddy', apache: 'Apache', iptables: 'iptables' };

interface Props {
  readonly open: boolean;
  readonly input: Omit<InputOf<typeof endpoints.spiders.blockList>, 'syntax'>;
  readonly onClose: () => void;
}

/** The addresses that forged a crawler under the filter, to be taken into a server or a firewall. */
export function BlockListDialog({ open, input, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const [syntax, setSyntax] = useState<BlockSyntax>('nginx');
  const { data, error, refetch } = useQuery({ ...blockListQuery(client, { ...input, syntax }), enabled: open });
  return (
    <Modal open={open} title={t('authenticity.blockList')} footer={null} width={WIDTH} destroyOnHidden onCancel={onClose}>
      <div className={styles.filters}>
        <Segmented aria-label={t('authenticity.syntax')} value={syntax} options={BLOCK_SYNTAXES.map((value) => ({ value, label: NAMES[value] }))} onChange={setSyntax} />
        {data === undefined ? null : <CopyButton text={data.text} label={t('authenticity.copy')} wordy />}
      </div>
      {data === undefined ? (error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={8} />) : (
        <>
          <p>{t('authenticity.blocked', { addresses: formatCount(data.addresses, locale), hits: formatCount(data.hits, locale) })}{data.left_out === 0 ? null : ` ${t('authenticity.leftOut', { num: formatCount(data.left_out, locale) })}`}</p>
          <Input.TextArea className={styles.text ?? ''} readOnly rows={ROWS} aria-label={t('authenticity.blockList')} value={data.text} />
        </>
      )}
    </Modal>
  );
}
