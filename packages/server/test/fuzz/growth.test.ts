import { describe, expect, it } from 'vitest';
import { hostOf } from '../../src/collect/admit.js';
import { createEnricher } from '../../src/enrich/enrich.js';
import { createSessions } from '../../src/enrich/sessions.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import { LOG_FORMATS } from '../../src/logs/formats/registry.js';
import { arrival, client } from '../enrich/arrivals.js';
import { LAYOUTS } from './lines.js';

/*
 * Regular expressions that go back and try again cost the square, or worse, of what a stranger sends. What counts is not how
 * long a parser takes but how that grows: four times the text may take about four times as long, not sixteen times.
 */
const SIZES = [4_096, 16_384, 65_536] as const;
/** Four times the text costs four times as much when all is well, sixteen times when it is the square: both steps have to be near that. */
const MOST = 9;
/** Below this many milliseconds growth is noise, and harmless. */
const HARMLESS_MS = 20;

const UNITS = ['a', ' ', '/', '.', ',', ';', '(', ')', '((', '[', ' [2026-', '"', '\\', '\\"', '%', '%2', '0', '1.', 'a.', '-', 'a-', '_', ':', '::', '1:', '&', 'a=', '&a=&', '?', '#', '@', 'http://', 'xn--', '{"a":', '[{', 'Mozilla/5.0 (', 'Android ', 'Chrome/1 ', 'Version/', 'Build/', 'bot', 'b o t ', 'google.', 'q=', 'é', '💥', '\t', '{x|', '<'];

/** Least of some measurements, which other work on the machine does not make smaller than the truth. */
function fastest(run: () => void): number {
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    run();
    best = Math.min(best, performance.now() - started);
    if (best < HARMLESS_MS) break;
  }
  return best;
}

/** The units for which the time grows more than in proportion, with what was measured; empty when all is well. */
function growing(parse: (text: string, round: number) => void): string[] {
  const bad: string[] = [];
  let round = 0;
  for (const unit of UNITS) {
    const times = SIZES.map((size) => {
      const text = unit.repeat(Math.ceil(size / unit.length));
      // Never the same text twice, or a cache answers.
      return fastest(() => parse(text, (round += 1)));
    });
    const [first = 0, middle = 0, last = 0] = times;
    if (last > HARMLESS_MS && last > MOST * middle && last > MOST * MOST * first) bad.push(`${JSON.stringify(unit)}: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  }
  return bad;
}

describe('time in proportion to what is sent', { timeout: 60_000 }, () => {
  const enricher = createEnricher({ geo: () => ({ ip: '', country: '', region: '', city: '', isp: '' }), spiders: createSpiderClassifier([]), sessions: createSessions() });

  it.each<[string, (text: string, round: number) => Parameters<typeof arrival>[0]]>([
    ['an agent', (text, round) => ({ userAgent: `${text}${String(round)}` })],
    ['an agent after an honest beginning', (text, round) => ({ userAgent: `Mozilla/5.0 (Linux; Android 10; ${text}${String(round)}` })],
    ['a url', (text) => ({ url: `https://shop.example/${text}` })],
    ['a url\'s question', (text) => ({ url: `https://shop.example/?${text}` })],
    ['a referrer', (text, round) => ({ referrer: `${text}${String(round)}` })],
    ['a referrer\'s question', (text, round) => ({ referrer: `https://www.google.com/search?q=${text}${String(round)}` })],
    ['a referrer\'s host', (text, round) => ({ referrer: `https://${text}${String(round)}.example/` })],
    ['an address', (text) => ({ ip: text })],
    ['client hints', (text) => ({ client: client({ h: { platform: text, platformVersion: text, model: text, architecture: text, brands: [[text, text]] }, g: [text, text], o: text, l: text, z: text }) })],
  ])('%s', (_, changes) => {
    expect(growing((text, round) => void enricher.enrich(arrival(changes(text, round))))).toEqual([]);
  });

  it('the host of an address', () => {
    expect(growing((text) => void hostOf(text))).toEqual([]);
    expect(growing((text) => void hostOf(`https://${text}`))).toEqual([]);
  });

  it.each(LOG_FORMATS.map((format) => [format.name, format] as const))('lines of %s', (name, format) => {
    const layout = LAYOUTS.find((one) => one.format === name) ?? LAYOUTS[0];
    const parse = format.createParser();
    for (const line of layout?.head ?? []) parse(line);
    const [line = ''] = layout?.lines ?? [];
    expect(growing((text) => void parse(text))).toEqual([]);
    // What stands in brackets is only read where they are closed.
    expect(growing((text) => void parse(`${text}]`))).toEqual([]);
    expect(growing((text) => void parse(line.replace('/a', `/${text}`)))).toEqual([]);
    expect(growing((text) => void parse(line.slice(0, line.length / 2) + text))).toEqual([]);
  });
});
