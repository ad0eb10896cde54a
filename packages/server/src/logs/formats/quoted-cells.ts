/** The cells of a line, separated by blanks; those in quotes may hold blanks, and a quote as \" . */
export function quotedCells(line: string): string[] {
  return Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/gu), ([, quoted, plain]) => quoted ?? plain ?? '');
}
