/**
 * The accent is the operator's choice, readability is not: texts and controls take the nearest shade of the accent
 * that keeps the contrast of WCAG 2.2 (4.5 for text, 3 for lines and shapes).
 */
type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function print(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Source: WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours `#rrggbb`, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The first colour with a part (0 to 1) of the second. */
export function mix(colour: string, other: string, part: number): string {
  const [from, to] = [parse(colour), parse(other)];
  return print([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part]);
}

/**
 * The colour, moved towards black or white in the smallest steps that reach `wanted` contrast against a background.
 * @param colour `#rrggbb`
 * @param background `#rrggbb`
 */
export function readable(colour: string, background: string, wanted: number): string {
  const goal: Rgb = luminance(background) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step < 50; step += 1) {
    const mixed = mix(colour, print(goal), step / 50);
    if (contrast(mixed, background) >= wanted) return mixed;
  }
  return print(goal);
}

/** Whether a text is a colour that the functions here take. */
export function isHexColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/iu.test(text);
}
