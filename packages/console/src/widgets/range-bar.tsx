import { Alert, Button, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type QueryTime, type Range, type RangeToken } from '../lib/range';
import { CountryPicker } from './country-picker';
import { Freshness } from './freshness';
import styles from './range-bar.module.css';
import { TimeSpan } from './time-span';
import { ZoneLabel } from './zone-label';

const QUICK = ['today', 'yesterday', 'recently'] as const satisfies readonly RangeToken[];
const MORE = ['24h', '7d', '30d', '90d'] as const satisfies readonly RangeToken[];

interface Props {
  readonly domain: string;
  readonly range: Range;
  readonly queryTime: QueryTime;
  readonly country: string;
  readonly zone: string;
  readonly now: number;
  /** Up to when the answers are complete, when that is not 'now'. */
  readonly completeTo: string | null;
  /** Chooses the site, where none is chosen yet. */
  readonly sitePicker?: ReactNode;
  readonly onRange: (range: Range) => void;
  readonly onCountry: (code: string) => void;
  readonly onReset: () => void;
  readonly onRefresh: () => void;
}

/** The one filter that all panels of a screen share: range, country, and what is to be known of the figures' time. */
export function RangeBar(props: Props): ReactNode {
  const { t } = useTranslation();
  const { domain, range, queryTime, country, zone, now, completeTo } = props;
  const token = 'token' in range ? range.token : undefined;
  return (
    <>
      <search className={styles.bar}>
        <Radio.Group
          aria-label={t('range.label')}
          optionType="button"
          buttonStyle="solid"
          value={token}
          options={QUICK.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={({ target }) => props.onRange({ token: target.value as RangeToken })}
        />
        <Select
          aria-label={`${t('range.label')}: ${t('range.more')}`}
          placeholder={t('range.more')}
          value={MORE.find((value) => value === token) ?? null}
          options={MORE.map((value) => ({ value, label: t(`range.${value}`) }))}
          popupMatchSelectWidth={false}
          style={{ minWidth: 104 }}
          onChange={(value) => value && props.onRange({ token: value })}
        />
        <TimeSpan value={queryTime} now={now} zone={zone} onChange={props.onRange} />
        {props.sitePicker}
        <CountryPicker className={styles.country} domain={domain} value={country} onChange={props.onCountry} />
        <Button type="primary" onClick={props.onRefresh}>{t('common.filter')}</Button>
        <Button onClick={props.onReset}>{t('common.reset')}</Button>
        <div className={styles.facts}>
          <ZoneLabel zone={zone} now={now} short />
          <Freshness onRefresh={props.onRefresh} />
        </div>
      </search>
      {completeTo === null ? null : <Alert style={{ marginBottom: 12 }} type="info" showIcon title={t('range.completeTo', { time: completeTo.slice(11, 16) })} />}
    </>
  );
}
