/**
 * multipart/form-data with text parts, which @clickhouse/client uses for `query` and `param_*` when the
 * parameters are too long for a URL. Part values are text and are kept as they are.
 */
import { EngineError } from '../engine-error.js';

/** The boundary named by a Content-Type header, or undefined when it is another type. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  return /^multipart\/form-data\s*;.*\bboundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1];
}

/** @throws EngineError 117 when the body is not made of named text parts */
export function readParts(body: string, boundary: string): Map<string, string> {
  const parts = new Map<string, string>();
  const sections = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (sections.length < 2) throw EngineError.of('INCORRECT_DATA', 'The multipart body does not contain its boundary.');
  for (const section of sections.slice(1)) {
    if (section.startsWith('--')) break;
    const headEnd = section.indexOf('\r\n\r\n');
    const name = /;\s*name="([^"]*)"/i.exec(section.slice(0, headEnd))?.[1];
    if (headEnd < 0 || name === undefined) throw EngineError.of('INCORRECT_DATA', 'A part of the multipart body has no name.');
    parts.set(name, section.slice(headEnd + 4));
  }
  return parts;
}
