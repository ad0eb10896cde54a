import type { endpoints, Output } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from '../../api/client-context';
import { pieQuery } from '../../api/home';
import { pieOption } from '../../charts/pie-option';
import { deviceReportPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { formatCount, formatShare } from '../../lib/numbers';
import { type Slice, topSlices } from '../../lib/slices';
import { useAppearance } from '../../widgets/appearance';
import { Change } from '../../widgets/change';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { Panel } from '../../widgets/panel';
import { ViewSwitch } from '../../widgets/view-switch';
import { nothingHere } from './nothing-here';
import { useMayOpen } from '../../widgets/session';
import { useAsTable } from '../../widgets/use-as-table';
import { comparedInput, type ScreenFilter } from '../../widgets/use-screen-filter';
import shares from '../../widgets/shares.module.css';
import styles from './share-panel.module.css';

type PieType = 'browser' | 'country';
type Pie = Output<typeof endpoints.home.pie>;

const SLICES = 8;
const PIE_HEIGHT = 200;
const HEIGHT = 240;
const TEXTS = { browser: ['info.browsers', 'info.browser'], country: ['info.regions', 'info.region'] } as const;

/** PV by browser or by country: the largest and the rest. A slice or its name opens the visits behind it. */
export function SharePanel({ scope, type }: { readonly scope: ScreenFilter; readonly type: PieType }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [asTable, setAsTable] = useAsTable(type);
  const asked = useQuery(pieQuery(client, { ...comparedInput(scope), type }));
  return (
    <Panel
      title={t(TEXTS[type][0])}
      extra={<ViewSwitch asTable={asTable} onChange={setAsTable} />}
      asked={asked}
      minHeight={HEIGHT}
      rows={6}
      empty={({ list }) => (list.length === 0 ? nothingHere(t, scope) : undefined)}
    >
      {(pie) => <ShareBody pie={pie} scope={scope} type={type} asTable={asTable} />}
    </Panel>
  );
}

function ShareBody({ pie, scope, type, asTable }: { readonly pie: Pie; readonly scope: ScreenFilter; readonly type: PieType; readonly asTable: boolean }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const navigate = useNavigate();
  const mayOpenReport = useMayOpen('reportDevice');
  const [title, column] = TEXTS[type];
  const named = useMemo(
    () => pie.list.map(({ name, key, value, before }) => ({ key, value, before, name: (type === 'country' ? countryName(key, locale, name) : name) || t('common.unknown') })),
    [pie, type, locale, t],
  );
  const slices = useMemo(() => topSlices(named, pie.total, SLICES, t('common.other'), pie.total_before), [named, pie, t]);
  const coloured = useMemo(() => slices.map((slice, at) => ({ ...slice, clickable: slice.key !== undefined && mayOpenReport, colour: colours.series[at % colours.series.length] ?? colours.accent })), [slices, colours, mayOpenReport]);
  const option = useMemo(
    () => pieOption({ slices: coloured, colours, count: (value) => formatCount(value, locale), share: (value) => formatShare(value, pie.total, locale) }),
    [coloured, colours, locale, pie.total],
  );
  const target = (key: string) => deviceReportPath(scope, type === 'browser' ? { browser_name: key } : { country_code: key });
  const open = (index: number) => {
    const key = slices[index]?.key;
    if (key !== undefined && mayOpenReport) void navigate(target(key));
  };
  const list = (rows: readonly (Slice & { colour?: string })[]) => (
    <table className={shares.table}>
      <thead>
        <tr>
          <th scope="col">{t(column)}</th>
          <th scope="col">{t('metric.pv')}</th>
          <th scope="col">{t('info.share')}</th>
          {pie.compared ? <th scope="col">{t('info.change')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, key, value, before, colour }) => (
          <tr key={`${key ?? ''} ${name}`}>
            <td title={name}>
              {colour === undefined ? null : <span className={shares.swatch} style={{ background: colour }} aria-hidden="true" />}
              {key === undefined ? name : <GrantedLink screen="reportDevice" to={target(key)}>{name}</GrantedLink>}
            </td>
            <td>{formatCount(value, locale)}</td>
            <td>{formatShare(value, pie.total, locale)}</td>
            {before === undefined ? null : <td><Change now={value} before={before} title={t('info.beforeTimes', { num: formatCount(before, locale) })} /></td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (asTable) {
    const all = topSlices(named, pie.total, named.length, t('common.other'), pie.total_before);
    return <div className={styles.all} role="region" aria-label={t(title)}>{list(all)}</div>;
  }
  const label = t('info.pieAria', { title: t(title), values: slices.map(({ name, value }) => `${name} ${formatShare(value, pie.total, locale)}`).join(', ') });
  return (
    <div className={shares.share}>
      <LazyChart option={option} height={PIE_HEIGHT} label={label} onPick={open} />
      {list(coloured)}
    </div>
  );
}
