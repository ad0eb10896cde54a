/** An object of JSON as it came: nothing is known of its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The object that a line holds; what stands in front of it (a container's name, syslog's head) is left out. Null for anything else. `\xHH`, which
 * nginx writes without `escape=json`, is taken for the letter it stands for.
 */
export function readObject(line: string): JsonObject | null {
  const start = line.indexOf('{');
  if (start === -1 || !line.trimEnd().endsWith('}')) return null;
  const text = start === 0 ? line : line.slice(start);
  return parsed(text) ?? (text.includes('\\x') ? parsed(text.replace(/\\x([\dA-Fa-f]{2})/gu, String.raw`\u00$1`)) : null);
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch (error) {
    // Nesting deeper than the parser's stack is rubbish like any other.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is an object, else an empty one. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

/** The first of the named members that holds text or a number (or a list, whose first counts), as text; undefined when none does. */
export function textIn(object: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const held = Object.hasOwn(object, name) ? object[name] : undefined;
    const value: unknown = Array.isArray(held) ? held[0] : held;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}
