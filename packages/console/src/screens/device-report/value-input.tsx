import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { fieldValuesQuery } from '../../api/common';
import { formatCount } from '../../lib/numbers';
import type { QueryTime } from '../../lib/range';
import { cutMiddle } from '../../lib/text';
import { valueName } from '../../lib/value-names';
import { useLanguage } from '../../widgets/language';
import styles from './device-report.module.css';

/** Milliseconds without a key before values are looked up. */
const SETTLED = 250;
const LONGEST = 60;

interface Props {
  readonly column: string;
  readonly value: string;
  /** What the input is for, to those who do not see where it stands. */
  readonly label: string;
  readonly placeholder?: string;
  readonly domain: string;
  readonly queryTime: QueryTime | undefined;
  readonly onChange: (value: string) => void;
}

/** A value to write, with those that visits have offered while one does. */
export function ValueInput({ column, value, label, placeholder, domain, queryTime, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const [open, setOpen] = useState(false);
  const search = useSettled(value);
  const { data } = useQuery({ ...fieldValuesQuery(client, { column, search: search.slice(0, 200), domain, ...(queryTime ? { query_time: queryTime } : {}) }), enabled: open });
  const offered = open ? (data ?? []).filter((seen) => seen.value !== '') : [];
  return (
    <AutoComplete
      className={styles.input ?? ''}
      value={value}
      aria-label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      allowClear
      maxLength={4_096}
      options={offered.map(({ value: seen, num }) => ({
        value: seen,
        label: <span className={styles.offer}><span className={styles.text} title={seen}>{cutMiddle(valueName(column, seen, t), LONGEST)}</span><span className={styles.count}>{formatCount(num, locale)}</span></span>,
      }))}
      popupMatchSelectWidth={360}
      onOpenChange={setOpen}
      onChange={(text: string | undefined) => onChange(text ?? '')}
    />
  );
}

/** A text once nothing was written for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
