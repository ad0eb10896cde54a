import { expect, it } from 'vitest';
import { spoolFailure } from '../src/http/body.js';

it.each([
  ['ENOSPC', 'NOT_ENOUGH_SPACE'],
  ['EDQUOT', 'NOT_ENOUGH_SPACE'],
  ['EIO', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR'],
  ['EMFILE', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR'],
  ['ECONNRESET', 'INCORRECT_DATA'],
  ['Z_DATA_ERROR', 'INCORRECT_DATA'],
])('a body that could not be spooled for %s is an error of the disk or of the body: %s', (code, type) => {
  expect(spoolFailure(Object.assign(new Error('failed'), { code }))).toBe(type);
});

it('a body that is broken without a code is at fault itself', () => {
  expect(spoolFailure(new Error('The client went away while it sent the body.'))).toBe('INCORRECT_DATA');
});
