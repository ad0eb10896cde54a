import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The criteria of WCAG 2.2, levels A and AA, and what axe counts as best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Findings that bar somebody from using a page; the others are worth a look. */
const GRAVE: ReadonlySet<unknown> = new Set(['serious', 'critical']);

/** The grave findings on a page as it stands, one line each: rule, element, what is wrong with it. */
export async function graveFindings(page: Page): Promise<string[]> {
  // Handed over by the driver, not as a script of the page: the page's policy lets no foreign script in.
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate((values): Promise<AxeResults> => window.axe.run({ runOnly: { type: 'tag', values } }), RULES);
  if (passes.length === 0) throw new Error('axe has looked at nothing');
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`));
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
