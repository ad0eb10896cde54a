/** Punycode, read only. Source: RFC 3492, sections 5, 6.1 and 6.2. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const LAST_CODE = 0x10ffff;

function adapted(delta: number, points: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return BASE;
}

/** One label without its `xn--`; '' when it is no Punycode. */
function decodedLabel(label: string): string {
  const delimiter = label.lastIndexOf('-');
  const points = Array.from(delimiter > 0 ? label.slice(0, delimiter) : '', (sign) => sign.codePointAt(0) ?? 0);
  let at = delimiter > 0 ? delimiter + 1 : 0;
  let code = FIRST_CODE;
  let position = 0;
  let bias = FIRST_BIAS;
  while (at < label.length) {
    const before = position;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(label.charCodeAt(at));
      at += 1;
      if (digit >= BASE) return '';
      position += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapted(position - before, length, before === 0);
    code += Math.floor(position / length);
    position %= length;
    if (code > LAST_CODE) return '';
    points.splice(position, 0, code);
    position += 1;
  }
  return String.fromCodePoint(...points);
}

/** A domain as people write it: `xn--fiqs8s` is 中国. What is no Punycode stays as it is. For the operator's own sites: a stranger's could pass for another. */
export function shownDomain(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  return domain.split('.').map((label) => (label.startsWith('xn--') ? (decodedLabel(label.slice(4)) || label) : label)).join('.');
}
