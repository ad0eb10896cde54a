/** The console's languages. Source: specification 1, section 9. */
const LANGUAGES = ['en', 'zh', 'es', 'ja'] as const;
const MAX_RANGES = 20;

/** The best of the console's languages for an Accept-Language header (RFC 9110, section 12.5.4); `en` when none fits. */
export function preferredLanguage(header: string | undefined): string {
  let best = 'en';
  let bestQuality = 0;
  for (const range of (header ?? '').split(',', MAX_RANGES)) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    const given = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const quality = given === undefined ? 1 : Number(given.trim().slice(2));
    if (language !== undefined && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
