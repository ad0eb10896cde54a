import { readFileSync } from 'node:fs';
import { ERRORS } from '@footfall/contract';
import { expect, it } from 'vitest';

it('docs/errors.md lists exactly the error table', () => {
  const text = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, 4).map((cell) => cell.trim()));
  expect(rows).toEqual(Object.entries(ERRORS).map(([name, { status, message }]) => [`\`${name}\``, String(status), message]));
});
