import { describe, expect, it } from 'vitest';
import { markedParts } from '../../src/lib/marked';

const shown = (text: string, ...words: string[]) => markedParts(text, words).map(({ text: part, marked }) => (marked ? `[${part}]` : part)).join('');

describe('the emphasis of what matched', () => {
  it('marks every place of a word, whatever the case', () => {
    expect(shown('A Bot, a BOT and abbot', 'bot')).toBe('A [Bot], a [BOT] and ab[bot]');
    expect(shown('nothing here', 'bot')).toBe('nothing here');
    expect(shown('bot', '', '  ')).toBe('bot');
    expect(shown('', 'bot')).toBe('');
  });

  it('never loses or doubles a letter, also where words overlap', () => {
    expect(shown('Googlebot', 'google', 'lebot')).toBe('[Google][bot]');
    for (const words of [['aa'], ['a', 'aa'], ['aab', 'ba']]) expect(markedParts('aaabaab', words).map(({ text }) => text).join('')).toBe('aaabaab');
  });

  it('leaves a text alone whose small letters are of another length', () => {
    expect(shown('\u0130 bot', 'bot')).toBe('\u0130 bot');
  });

  it('gives markup back as the text that it is', () => {
    expect(markedParts('<img src=x onerror=alert(1)>', ['img'])).toEqual([{ text: '<', marked: false }, { text: 'img', marked: true }, { text: ' src=x onerror=alert(1)>', marked: false }]);
  });
});
