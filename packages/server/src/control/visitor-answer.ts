/** One visitor's data for the command line: by the running server, or by the command where none runs. */
import { FootfallError } from '@footfall/contract';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import { OperatorError } from '../operator-error.js';
import type { Removed, VisitorData } from '../visitor-data.js';
import type { VisitorRow } from '../warehouse/visitor-rows.js';

/** What the command asks. */
export interface VisitorWish {
  readonly verb: 'export' | 'erase';
  readonly type: 'ip' | 'fingerprint';
  readonly value: string;
  /** A domain or an alias; '' for all sites. */
  readonly site: string;
}

/** Rows of an export, or what an erasure removed. */
export interface VisitorOutcome {
  readonly rows: readonly VisitorRow[];
  readonly removed: Removed;
}

export interface VisitorAnswerParts {
  readonly visitorData: VisitorData;
  readonly directory: Pick<SiteDirectory, 'all' | 'byDomain'>;
  readonly audit: Pick<Audit, 'record'>;
}

/** Rows that are held at once, about 2 KB each; a person leaves some hundreds, an address behind many people more. */
export const MOST_ROWS = 100_000;

function sitesOf(site: string, directory: VisitorAnswerParts['directory']): number[] {
  if (site === '') return directory.all().map(({ id }) => id);
  const found = directory.byDomain(site);
  if (!found) throw new OperatorError(`there is no site "${site}": the console lists them under Websites.`);
  return [found.id];
}

/** @throws OperatorError in words that help */
export async function visitorOutcome({ verb, type, value, site }: VisitorWish, { visitorData, directory, audit }: VisitorAnswerParts): Promise<VisitorOutcome> {
  const asked = { siteIds: sitesOf(site, directory), type, value };
  const writeDown = (target: string, details: Readonly<Record<string, unknown>>): Promise<void> =>
    audit.record({ user: null, address: '', action: `visitor.${verb}`, target, details: { ...details, by: 'command line' } });
  try {
    if (verb === 'erase') {
      const removed = await visitorData.erase(asked);
      await writeDown(site, { rows: Object.values(removed).reduce((sum, num) => sum + num, 0) });
      return { rows: [], removed };
    }
    const num = await visitorData.count(asked);
    if (num > MOST_ROWS) throw new OperatorError(`there are ${num} rows of ${value}, more than the ${MOST_ROWS} that this command holds at once: the screen Visitor trajectory downloads them as they come${site === '' ? ', or name one site with --site' : ''}.`);
    await writeDown(value, { ...(site === '' ? {} : { domain: site }), rows: num });
    const rows: VisitorRow[] = [];
    for await (const row of visitorData.rows(asked)) rows.push(row);
    return { rows, removed: {} };
  } catch (error) {
    if (!(error instanceof FootfallError)) throw error;
    const fields = error.details['fields'];
    const [field] = Array.isArray(fields) ? (fields as { message: string }[]) : [];
    throw new OperatorError(field === undefined ? error.message : `${value}: ${field.message}.`, { cause: error });
  }
}

/** The words of a request as the command sends them. */
export function visitorQuery(wish: VisitorWish): URLSearchParams {
  return new URLSearchParams({ ...wish });
}

/** Answers such a request. @throws OperatorError */
export async function answerVisitor(given: URLSearchParams, parts: VisitorAnswerParts): Promise<VisitorOutcome> {
  const text = (name: string): string => given.get(name) ?? '';
  return visitorOutcome({ verb: text('verb') === 'erase' ? 'erase' : 'export', type: text('type') === 'ip' ? 'ip' : 'fingerprint', value: text('value'), site: text('site') }, parts);
}
