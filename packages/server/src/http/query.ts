/** A query string as fields; without a prototype, so that no key is special. */
export type Query = Record<string, string | string[]>;

const INDEXED = /^(.+)\[(\d{0,4})\]$/u;

/**
 * Reads a query string. Repeated keys, `key[]=` and `key[0]=` make lists: the first two in the order written, the
 * last by index. Other brackets are part of the name.
 */
export function parseQuery(text: string): Query {
  const lists = new Map<string, { value: string; index: number }[]>();
  const single = new Set<string>();
  for (const [key, value] of new URLSearchParams(text)) {
    const [, name = key, index] = INDEXED.exec(key) ?? [];
    const list = lists.get(name) ?? [];
    if (index === undefined && list.length === 0) single.add(name);
    else single.delete(name);
    list.push({ value, index: index ? Number(index) : list.length });
    lists.set(name, list);
  }
  const query: Query = Object.create(null) as Query;
  for (const [name, list] of lists) {
    const values = list.toSorted((a, b) => a.index - b.index).map((item) => item.value);
    query[name] = single.has(name) ? (values[0] ?? '') : values;
  }
  return query;
}
