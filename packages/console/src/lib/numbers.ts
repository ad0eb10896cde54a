/** A figure beside what it is compared with. */
export interface Change {
  readonly delta: number;
  /** Percent of the earlier figure, rounded to two decimals. */
  readonly percent: number;
  /** The earlier figure was 0 and this one is not, so the percentage is the agreed 100, not a measurement. */
  readonly fromZero: boolean;
}

/**
 * Change and growth follow one rule: 0 when both are 0, 100 when the earlier is 0 and this is not, else percent of
 * the earlier to two decimals. Source: specification 1, section 4; DEFINITIONS, "change", "growth".
 */
export function changeOf(now: number, before: number): Change {
  const delta = now - before;
  if (before === 0) return { delta, percent: now === 0 ? 0 : 100, fromZero: now !== 0 };
  return { delta, percent: Math.round((delta / before) * 10_000) / 100, fromZero: false };
}

/** Thousands separated as the language does, also where it would leave four digits alone. */
export function formatCount(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 2 }).format(value);
}

/** A part of a whole with two decimals; of nothing, it is 0. */
export function formatShare(part: number, total: number, locale: string): string {
  return percentText(total === 0 ? 0 : part / total, locale, 'auto');
}

/** A percentage with its sign, zero included, and two decimals. Source: specification 2, section 9. */
export function formatSignedPercent(percent: number, locale: string): string {
  // -0 would print as "-0".
  return percentText(percent === 0 ? 0 : percent / 100, locale, 'always');
}

/** A difference with its sign, zero included. */
export function formatSigned(delta: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always', signDisplay: 'always' }).format(delta === 0 ? 0 : delta);
}

function percentText(value: number, locale: string, signDisplay: 'auto' | 'always'): string {
  return new Intl.NumberFormat(locale, { style: 'percent', useGrouping: 'always', signDisplay, minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}

/** Short axis labels: 12,000 as the language shortens it. */
export function formatCompact(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size: 547 B, 12.3 MB, in steps of a thousand. Bytes by their sign, which some languages else spell out. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  if (step === 0) return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(bytes)} B`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 }).format(bytes / 1_000 ** step);
}
