/** A stranger's text as both stores take it: PostgreSQL refuses U+0000, and a lone surrogate is not UTF-8. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
