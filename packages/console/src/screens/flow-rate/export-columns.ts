import type { TextKey } from '../../i18n/texts/en';

type Translate = (key: TextKey) => string;

interface ExportColumn {
  readonly key: string;
  readonly title: string;
}

const FIGURES = ['pv', 'uv', 'ip'] as const;

/** The columns of a file of hours or days, as the server knows them, under the headings of the screen. */
export function pointColumns(t: Translate, comparing: boolean): readonly ExportColumn[] {
  const figures = FIGURES.map((key) => ({ key, title: t(`metric.${key}`) }));
  const now = [{ key: 'key', title: t('panel.time') }, ...figures, { key: 'share', title: `${t('info.share')} ${t('metric.pv')}` }];
  if (!comparing) return now;
  const before = (title: string) => `${t('flow.before')}: ${title}`;
  return [...now, { key: 'before_key', title: before(t('panel.time')) }, ...figures.map(({ key, title }) => ({ key: `before_${key}`, title: before(title) }))];
}

/** The columns of a file of hours of the day or days of the month. */
export function censusColumns(t: Translate, first: string): readonly ExportColumn[] {
  const figures = FIGURES.map((key) => ({ key, title: t(`metric.${key}`) }));
  return [
    { key: 'key', title: first },
    ...figures,
    { key: 'share', title: `${t('info.share')} ${t('metric.pv')}` },
    ...figures.map(({ key, title }) => ({ key: `mean_${key}`, title: `${t('flow.mean')} ${title}` })),
  ];
}
