import { Alert, Button, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../lib/names';
import { OFFERED_RANGES, type RangeToken } from '../lib/range';
import { isOneDay } from '../lib/span-text';
import { ComparePicker } from './compare-picker';
import { type ComparedSpan, ComparedWith } from './compared-with';
import { CountryPicker } from './country-picker';
import { DevicePicker } from './device-picker';
import { type FilterChip, FilterChips } from './filter-chips';
import { Freshness } from './freshness';
import { useLanguage } from './language';
import styles from './range-bar.module.css';
import { SitePicker } from './site-picker';
import { TimeSpan } from './time-span';
import type { ScreenFilter } from './use-screen-filter';
import { ZoneLabel } from './zone-label';

/** Source: specification 1, section 4, "Dashboard range buttons". */
const QUICK: readonly RangeToken[] = ['today', 'yesterday', 'recently'];
const NO_CHIPS: readonly FilterChip[] = [];
const NOTHING: readonly string[] = [];

interface Props {
  readonly filter: ScreenFilter;
  /** The ranges that have a button; the others stand in the menu beside. */
  readonly quick?: readonly RangeToken[];
  /** Whether the screen's figures can be compared. */
  readonly comparable?: boolean;
  /** What they were compared with, once that is known. */
  readonly compared?: ComparedSpan | null | undefined;
  /** Up to when the answers are complete, when that is not 'now'. */
  readonly completeTo?: string | null;
  /** Further filters of the screen, before the buttons. */
  readonly more?: ReactNode;
  /** What those narrow, as chips. */
  readonly chips?: readonly FilterChip[];
  /** The parts of the address that are the screen's own and that `reset` takes off too. */
  readonly own?: readonly string[];
  /** Whether country and device type narrow the screen: they are people's. */
  readonly ofPeople?: boolean;
  /** Stands beside the freshness. */
  readonly facts?: ReactNode;
}

/**
 * The one filter that all panels of a screen share: range, comparison, country, device type and what the screen adds;
 * what narrows stands below as chips. It also tells by which clock the figures are cut and how old they are.
 */
export function RangeBar({ filter, quick = QUICK, comparable = false, compared, completeTo = null, more, chips = NO_CHIPS, own = NOTHING, ofPeople = true, facts }: Props): ReactNode {
  const { t } = useTranslation();
  const { domain, range, queryTime, compare, country, device, zone, now, live, change } = filter;
  const token = 'token' in range ? range.token : undefined;
  const menu = OFFERED_RANGES.filter((known) => !quick.includes(known));
  const all = [...useOwnChips(filter), ...chips];
  return (
    <>
      <search className={styles.bar}>
        <div className={styles.row}>
          <Radio.Group
            aria-label={t('range.label')}
            optionType="button"
            buttonStyle="solid"
            value={token}
            options={quick.map((value) => ({ value, label: t(`range.${value}`) }))}
            onChange={({ target }) => filter.setRange({ token: target.value as RangeToken })}
          />
          <Select
            aria-label={`${t('range.label')}: ${t('range.more')}`}
            placeholder={t('range.more')}
            value={menu.find((value) => value === token) ?? null}
            options={menu.map((value) => ({ value, label: t(`range.${value}`) }))}
            popupMatchSelectWidth={false}
            style={{ minWidth: 92 }}
            onChange={(value) => value && filter.setRange({ token: value })}
          />
          <TimeSpan value={queryTime} now={now} zone={zone} onChange={filter.setRange} />
          {comparable ? <ComparePicker value={compare} oneDay={isOneDay(queryTime)} now={now} zone={zone} onChange={filter.setCompare} /> : null}
          <SiteChoice filter={filter} />
          {ofPeople ? <CountryPicker className={styles.country} domain={domain} value={country} onChange={(code) => change({ country_code: code === '' ? undefined : code, page: undefined })} /> : null}
          {ofPeople ? <DevicePicker value={device} onChange={(type) => change({ device_type: type === '' ? undefined : type, page: undefined })} /> : null}
          {more}
          <span className={styles.buttons}>
            <Button type="primary" onClick={filter.refresh}>{t('common.filter')}</Button>
            <Button onClick={() => filter.reset(own)}>{t('common.reset')}</Button>
          </span>
        </div>
        <div className={styles.row}>
          <FilterChips chips={all} onClear={() => change(Object.fromEntries(['country_code', 'device_type', ...own].map((name) => [name, undefined])))} />
          {compared ? <span className={styles.compared}><ComparedWith compared={compared} /></span> : null}
          <div className={styles.facts}>
            {facts}
            <ZoneLabel zone={zone} now={now} short />
            <Freshness onRefresh={filter.refresh} {...(live ? { paused: filter.paused, onPause: filter.pause } : {})} />
          </div>
        </div>
      </search>
      {completeTo === null ? null : <Alert style={{ marginBottom: 12 }} type="info" showIcon title={t('range.completeTo', { time: completeTo.slice(11, 16) })} />}
    </>
  );
}

/** Chooses the site, where the address chose none. */
function SiteChoice({ filter: { domain, scope, parameters, change } }: { readonly filter: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  if (parameters.has('domain')) return null;
  return <SitePicker label={t('range.site')} placeholder={t('info.chooseSite')} value={domain} sites={scope.sites} wide onChange={(next) => change({ domain: next === '' ? undefined : next })} />;
}

/** What the bar itself narrows. */
function useOwnChips({ country, device, change }: ScreenFilter): readonly FilterChip[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return [
    ...(country === '' ? [] : [{ key: 'country_code', name: t('range.country'), value: countryName(country, locale, country), onRemove: () => change({ country_code: undefined, page: undefined }) }]),
    ...(device === '' ? [] : [{ key: 'device_type', name: t('range.device'), value: t(`device.${device}`), onRemove: () => change({ device_type: undefined, page: undefined }) }]),
  ];
}
