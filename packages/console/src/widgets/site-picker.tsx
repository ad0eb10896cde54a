import type { endpoints, Output } from '@footfall/contract';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDomain } from '../lib/domain-name';
import styles from './site-picker.module.css';

type Site = Output<typeof endpoints.common.domainList>[number];

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** The chosen domain, '' for all sites. */
  readonly value: string;
  readonly sites: readonly Site[] | undefined;
  readonly wide: boolean;
  /** Shows the chosen domain in red, as the navbar does. */
  readonly emphasized?: boolean;
  readonly onChange: (domain: string) => void;
}

interface SiteOption {
  readonly value: string;
  readonly label: string;
  readonly name: string;
}

/** A site in the list: by its domain, with its name beside it. */
function renderSite({ data }: { readonly data: SiteOption }): ReactNode {
  return (
    <>
      {data.label}
      <span className={styles.name}>{data.name}</span>
    </>
  );
}

/** Chooses one of the sites that the user may see, by domain or name. */
export function SitePicker({ label, placeholder, value, sites, wide, emphasized = false, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const options: SiteOption[] = [
    { value: '', label: t('layout.allSites'), name: '' },
    ...(sites ?? []).map((site) => ({ value: site.domain, label: shownDomain(site.domain), name: site.name === site.domain ? '' : site.name })),
  ];
  return (
    <Select
      className={`${styles.picker} ${emphasized && value !== '' ? styles.current : ''}`}
      style={wide ? { width: 220 } : { flex: 1 }}
      aria-label={label}
      variant={emphasized ? 'borderless' : 'outlined'}
      value={value}
      placeholder={placeholder}
      loading={sites === undefined}
      options={options}
      showSearch={{ filterOption: (input, option) => `${option?.label ?? ''} ${option?.name ?? ''}`.toLowerCase().includes(input.toLowerCase()) }}
      popupMatchSelectWidth={280}
      optionRender={renderSite}
      onChange={onChange}
    />
  );
}
