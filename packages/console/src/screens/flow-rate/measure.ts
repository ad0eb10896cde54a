/** What a chart over many days draws: what one hour or day had on average, or all of them together. */
export type Measure = 'mean' | 'sum';

/** The address's `measure`; the mean when it says nothing, because there are fewer 31sts than 1sts. */
export function parseMeasure(text: string | null): Measure {
  return text === 'sum' ? 'sum' : 'mean';
}
