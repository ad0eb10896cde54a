import { ApiError } from '../../api/api-error';
import { linesOf, SITE_LISTS, type SiteFields, type SiteList } from '../../widgets/site-fields';

/** Lines of a list that the server could not read; `number` counts from 1. */
export interface WrongLines {
  readonly list: SiteList;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** Of a failure to save a site: which lines of which list are wrong, by the paths (`excluded_paths.2`) that it names. */
export function wrongLines(error: unknown, fields: SiteFields): WrongLines[] {
  const named = error instanceof ApiError ? error.details['fields'] : undefined;
  const paths = Array.isArray(named) ? named.flatMap((field: unknown) => (typeof field === 'object' && field !== null && 'path' in field ? [String(field.path)] : [])) : [];
  return SITE_LISTS.flatMap((list) => {
    // Aliases are counted without blank lines: those are left out before they are looked at.
    const lines = linesOf(fields[list]).map((text, at) => ({ number: at + 1, text: text.trim() }));
    const counted = list === 'aliases' ? lines.filter(({ text }) => text !== '') : lines;
    const wrong = counted.filter((_, at) => paths.includes(`${list}.${at}`));
    return wrong.length === 0 ? [] : [{ list, lines: wrong }];
  });
}
