/** A flat input as a query string: absent fields are left out, lists repeat their name. */
export function queryText(input: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}) as [string, unknown][]) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') parameters.append(name, String(item));
    }
  }
  return parameters.toString();
}
