import axe, { type AxeResults, type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

/** The criteria of WCAG 2.2, levels A and AA, and what axe counts as best practice. */
const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** Those of them that look at colours; what else is on a page is the same in every theme. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Findings that bar somebody from using a page; the others are worth a look. */
const GRAVE: ReadonlySet<unknown> = new Set(['serious', 'critical']);

/** The grave findings on a page as it stands, one line each: rule, element, what is wrong with it. */
export const graveFindings = (page: Page): Promise<string[]> => findings(page, ALL);

/** Those of its colours, of a page in which everything else was looked at in another theme. */
export const graveColours = (page: Page): Promise<string[]> => findings(page, COLOURS);

async function findings(page: Page, runOnly: RunOnly): Promise<string[]> {
  // Handed over by the driver, not as a script of the page: the page's policy lets no foreign script in.
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate((only): Promise<AxeResults> => window.axe.run({ runOnly: only, resultTypes: ['violations'] }), runOnly);
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
