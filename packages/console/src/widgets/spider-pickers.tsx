import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../api/client-context';
import { spiderNamesQuery, spiderTypesQuery } from '../api/spiders';
import { useSpiderType } from './spider-type';

interface Props {
  /** '' for all. */
  readonly type: string;
  /** undefined: all; 0: those that no rule names. */
  readonly spiderId: number | undefined;
  readonly onChange: (change: { readonly type: string; readonly spiderId: number | undefined }) => void;
}

/** What both lists are like: cleared, searched by what they show, as wide as that. */
const PICKER = { allowClear: true, showSearch: true, optionFilterProp: 'label', popupMatchSelectWidth: false } as const;

/** Chooses a spider type, and once one is chosen a spider of it. Source: specification 2, section 2. */
export function SpiderPickers({ type, spiderId, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const nameOf = useSpiderType();
  const { data: types = [] } = useQuery(spiderTypesQuery(client));
  const { data: names = [] } = useQuery(spiderNamesQuery(client, type));
  return (
    <>
      <Select
        aria-label={t('spider.type')}
        placeholder={t('spider.type')}
        {...PICKER}
        style={{ minWidth: 150 }}
        value={type === '' ? null : type}
        options={types.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => onChange({ type: value ?? '', spiderId: undefined })}
      />
      {type === '' ? null : (
        <Select
          aria-label={t('spider.name')}
          placeholder={t('spider.name')}
          {...PICKER}
          style={{ minWidth: 170 }}
            value={spiderId ?? null}
          options={names.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => onChange({ type, spiderId: value ?? undefined })}
        />
      )}
    </>
  );
}
