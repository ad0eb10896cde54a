import { DownloadOutlined } from '@ant-design/icons';
import type { Download, Input } from '@footfall/contract';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDownload } from './use-download';

/** What the button itself says of the file. */
type Choice = 'format' | 'fields' | 'titles';

interface Props<E extends Download> {
  readonly endpoint: E;
  /** What is asked for: the filter and the order of the list beside the button. */
  readonly input: Omit<Input<E>, Choice>;
  /** The columns of the file in their order, as the server knows them and as they are headed; all that there are when absent. */
  readonly columns?: readonly { readonly key: string; readonly title: string }[];
  /** What the button says, where it is not 'Download'. */
  readonly label?: string;
  /** The icon alone, for places without room. */
  readonly short?: boolean;
}

const FORMATS = [
  { key: 'csv', text: 'download.csv' },
  { key: 'xlsx', text: 'download.xlsx' },
] as const;

/** Opening a menu moves the focus into it, so that the arrow keys work at once. */
const INTO_MENU = { autoFocus: true } as const;

/** The list as a file, CSV or XLSX: exactly what is filtered and chosen, all pages of it. */
export function DownloadButton<E extends Download>({ endpoint, input, columns, label, short = false }: Props<E>): ReactNode {
  const { t } = useTranslation();
  const { busy, start } = useDownload();
  const button = useRef<HTMLButtonElement>(null);
  const choose = (format: string) => {
    button.current?.focus();
    const choice = { format, ...(columns ? { fields: columns.map(({ key }) => key), titles: columns.map(({ title }) => title) } : {}) };
    start({ endpoint, input: { ...input, ...choice } as Input<E> });
  };
  const text = label ?? t('download.button');
  return (
    <Dropdown {...INTO_MENU} trigger={['click']} menu={{ items: FORMATS.map(({ key, text: format }) => ({ key, label: t(format) })), onClick: ({ key }) => choose(key) }}>
      <Button ref={button} className="ff-no-print" icon={<DownloadOutlined />} loading={busy} {...(short ? { 'aria-label': text, title: text, type: 'text' } : {})}>{short ? null : text}</Button>
    </Dropdown>
  );
}
