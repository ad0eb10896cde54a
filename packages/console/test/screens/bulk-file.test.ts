import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/texts/en';
import { faultOf } from '../../src/screens/websites/bulk-file';

const file = (name: string, size = 10) => ({ name, size });

/** To the letter. Source: specification 2, section 5. */
const MESSAGES = {
  suffix: 'Only supports upload .xlsx, .xls, .csv suffix files',
  oneFile: 'Only support uploading one file!',
  tooLarge: 'Please do not upload files larger than 1m in size.',
} as const;

describe('chosen files', () => {
  it.each([['a.xlsx'], ['a.XLS'], ['b.c.csv']])('%s is taken', (name) => expect(faultOf([file(name)])).toBeUndefined());
  it.each([['a.pdf'], ['xlsx'], ['a.xlsm'], ['a.csv.zip'], ['']])('%j is none of the suffixes', (name) => expect(faultOf([file(name)])).toBe('suffix'));
  it('are one at a time', () => expect([faultOf([file('a.csv'), file('b.csv')]), faultOf([])]).toEqual(['oneFile', undefined]));
  it('are below 1 MB', () => expect([1_048_575, 1_048_576, 1_048_577].map((size) => faultOf([file('a.csv', size)]))).toEqual([undefined, 'tooLarge', 'tooLarge']));
  it('are refused in the words of the specification', () => expect({ suffix: en['bulk.suffix'], oneFile: en['bulk.oneFile'], tooLarge: en['bulk.tooLarge'] }).toEqual(MESSAGES));
});
