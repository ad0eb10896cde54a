/** One line of what an entry of the audit log tells beside who, what and when. */
export interface AuditFact {
  readonly field: string;
  /** undefined: a fact, not a change. */
  readonly before: string | undefined;
  readonly after: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the details of an entry say: its changes, field by field, and then its other facts. */
export function auditFacts(details: Readonly<Record<string, unknown>>): readonly AuditFact[] {
  const { before, after, ...rest } = details;
  const isChange = isRecord(before) && isRecord(after);
  const changed = isChange ? [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) })) : [];
  return [...changed, ...Object.entries(isChange ? rest : details).map(([field, value]) => ({ field, before: undefined, after: valueText(value) }))];
}

/** Lists in words, everything else as it is written in JSON, text without its quotes. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => valueText(item)).join(', ');
  return JSON.stringify(value);
}
