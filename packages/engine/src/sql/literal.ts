/** Writing values into SQL text as literals and quoted names. */

/**
 * A ClickHouse string literal for `value`. Backslash and quote are escaped because they end or change
 * the literal, NUL because the C interface below must never be able to cut the text short.
 */
export function stringLiteral(value: string): string {
  return `'${value.replace(/[\\'\0]/g, (c) => (c === '\0' ? '\\0' : `\\${c}`))}'`;
}

/** A back-quoted ClickHouse identifier for `name`. */
export function quotedIdentifier(name: string): string {
  return `\`${name.replace(/[\\`\0]/g, (c) => (c === '\0' ? '\\0' : `\\${c}`))}\``;
}
