import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What is searched for now; the address may change it too, by 'back'. */
  readonly value: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  readonly onSearch: (text: string) => void;
}

/** A field that searches on Enter, by its button, and when it is cleared. */
export function SearchBox({ value, label, width, onSearch }: Props): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  return (
    <Input.Search
      allowClear
      value={text}
      placeholder={label}
      aria-label={label}
      style={{ width }}
      enterButton={<Button icon={<SearchOutlined />} aria-label={`${t('search.prompt')}: ${label}`} />}
      onChange={({ target }) => setText(target.value)}
      onSearch={(wanted) => onSearch(wanted.trim())}
    />
  );
}
