import { ClickHouseError } from '@clickhouse/client';
import { FootfallError, type ErrorName } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { batchFailure, questionFailure, StoreRejected, StoreUnavailable } from '../../src/warehouse/failures.js';

const store = (code: number, type: string): ClickHouseError => new ClickHouseError({ message: 'm', code: String(code), type });

describe('questionFailure', () => {
  it.each<[string, unknown, ErrorName]>([
    ['TIMEOUT_EXCEEDED', store(159, 'TIMEOUT_EXCEEDED'), 'store.too_slow'],
    ['the patience of the client', new Error('Timeout error.'), 'store.too_slow'],
    ['MEMORY_LIMIT_EXCEEDED', store(241, 'MEMORY_LIMIT_EXCEEDED'), 'store.busy'],
    ['the memory of the one question', new ClickHouseError({ message: 'Query memory limit exceeded: would use 20.00 MiB', code: '241', type: 'MEMORY_LIMIT_EXCEEDED' }), 'store.too_much'],
    ['TOO_MANY_ROWS_OR_BYTES', store(396, 'TOO_MANY_ROWS_OR_BYTES'), 'store.too_much'],
    ['TOO_MANY_SIMULTANEOUS_QUERIES', store(202, 'TOO_MANY_SIMULTANEOUS_QUERIES'), 'store.busy'],
    ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'store.unavailable'],
    ['a broken connection', new Error('socket hang up'), 'store.unavailable'],
    ['ABORTED', store(236, 'ABORTED'), 'store.unavailable'],
    ['NOT_ENOUGH_SPACE', store(243, 'NOT_ENOUGH_SPACE'), 'store.unavailable'],
    ['AUTHENTICATION_FAILED', store(516, 'AUTHENTICATION_FAILED'), 'store.unavailable'],
    ['UNKNOWN_IDENTIFIER', store(47, 'UNKNOWN_IDENTIFIER'), 'server.failed'],
    ['an answer that is not JSON', new SyntaxError('Unexpected token'), 'server.failed'],
    ['something thrown that is no error', 'text', 'store.unavailable'],
  ])('names %s', (_, thrown, name) => {
    const failure = questionFailure(thrown);
    expect(failure.errorName).toBe(name);
    expect(failure.details).toEqual({});
    expect(failure.cause).toBe(thrown);
  });

  it('leaves a failure that has a name alone', () => {
    const failure = new FootfallError('site.unknown');
    expect(questionFailure(failure)).toBe(failure);
  });
});

describe('batchFailure', () => {
  it.each([
    [27, 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'],
    [72, 'CANNOT_PARSE_NUMBER'],
    [117, 'INCORRECT_DATA'],
    [676, 'CANNOT_PARSE_IPV6'],
  ])('blames the rows for %i %s', (code, type) => {
    expect(batchFailure(store(code, type))).toBeInstanceOf(StoreRejected);
  });

  it.each([
    [60, 'UNKNOWN_TABLE'],
    [16, 'NO_SUCH_COLUMN_IN_TABLE'],
    [241, 'MEMORY_LIMIT_EXCEEDED'],
    [243, 'NOT_ENOUGH_SPACE'],
    [252, 'TOO_MANY_PARTS'],
    [999, 'KEEPER_EXCEPTION'],
    [12_345, 'SOMETHING_NEW'],
  ])('does not blame the rows for %i %s', (code, type) => {
    expect(batchFailure(store(code, type))).toBeInstanceOf(StoreUnavailable);
  });

  it('does not blame the rows for the network, nor for a failed look at the table', () => {
    expect(batchFailure(new Error('socket hang up'))).toBeInstanceOf(StoreUnavailable);
    expect(batchFailure(new FootfallError('store.busy'))).toBeInstanceOf(StoreUnavailable);
  });
});
