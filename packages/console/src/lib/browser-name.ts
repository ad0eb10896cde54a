/** Names by what the agent string says of them; those that also claim to be another come first. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/u],
  ['Opera', /\bOPR\/(\d+)/u],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/u],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/u],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/u],
  ['Safari', /\bVersion\/(\d+)[.\d]* .*Safari\//u],
];

/** The browser and its major version, as in "Firefox 144"; no more than that. */
export function browserName(agent: string): string {
  for (const [name, version] of BROWSERS) {
    const major = version.exec(agent)?.[1];
    if (major !== undefined) return `${name} ${major}`;
  }
  return 'Other';
}
