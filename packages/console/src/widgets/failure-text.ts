import { ApiError } from '../api/api-error';
import type { TextKey } from '../i18n/texts/en';

type Translate = (key: TextKey) => string;

/** What to tell the reader of a failed call: translated by the failure's name, else the server's own words. */
export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('failure.error');
  if (error.kind !== 'refused') return t(`failure.${error.kind}`);
  if (error.errorName) return t(`failure.${error.errorName}`);
  return error.message || t('failure.error');
}
