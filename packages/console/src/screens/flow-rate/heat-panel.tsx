import type { endpoints, Output } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayName } from '../../lib/names';
import { formatCompact, formatCount } from '../../lib/numbers';
import { useLanguage } from '../../widgets/language';
import { type Asked, Panel } from '../../widgets/panel';
import { parseMetric } from '../../widgets/trend-data';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import styles from './heat-panel.module.css';

type Census = Output<typeof endpoints.home.census>;

const HEIGHT = 226;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const HOURS = 24;
/** Percent of the strongest colour at the highest mean: the text stays readable on it in both themes. */
const STRONGEST = 52;
/** From here on a tenth tells nothing, and does not fit. */
const LARGE = 100;

/** When in the week they come: the mean of each hour of each weekday, in the site's time. */
export function HeatPanel({ filter, asked }: { readonly filter: ScreenFilter; readonly asked: Asked<Census> }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const metric = parseMetric(filter.parameters.get('metric'));
  const title = t('flow.heat', { metric: t(`metric.${metric}`) });
  return (
    <Panel title={title} asked={asked} minHeight={HEIGHT} rows={7}>
      {({ heat }) => {
        const top = Math.max(0, ...heat.map((cell) => cell[metric]));
        return (
          <div className={styles.scroll} role="region" aria-label={title}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col"><span className="ff-visually-hidden">{t('flow.weekday')}</span></th>
                  {Array.from({ length: HOURS }, (_, hour) => <th key={hour} scope="col">{String(hour).padStart(2, '0')}</th>)}
                </tr>
              </thead>
              <tbody>
                {Array.from({ length: 7 }, (_, day) => {
                  const name = weekdayName(new Date(MONDAY + day * DAY_MS).toISOString(), locale);
                  return (
                    <tr key={day}>
                      <th scope="row">{name}</th>
                      {heat.filter(({ weekday }) => weekday === day + 1).map((cell) => {
                        const part = top === 0 ? 0 : Math.round((cell[metric] / top) * STRONGEST);
                        return (
                          <td
                            key={cell.hour}
                            style={{ background: `color-mix(in srgb, var(--ff-heat) ${part}%, var(--ff-surface))` }}
                            title={`${name} ${t('flow.hourLabel', { hour: String(cell.hour).padStart(2, '0') })}: ${formatCount(cell[metric], locale)}`}
                          >
                            {formatCompact(cell[metric] < LARGE ? cell[metric] : Math.round(cell[metric]), locale)}
                          </td>
                        );
                      })}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        );
      }}
    </Panel>
  );
}
