import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Parameters } from '../../src/questions/parameters.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1);
const hours = (num: number): number[] => Array.from({ length: num }, (_, i) => START + i * HOUR);

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

it('have one value each', () => {
  const parameters = new Parameters();
  for (const value of [[1, 2], [1, 2]]) expect(parameters.add('hours', 'Array(UInt32)', value)).toBe('{hours:Array(UInt32)}');
  expect(() => parameters.add('hours', 'Array(UInt32)', [1, 3])).toThrow('the parameter hours has two values');
});

describe('instants', () => {
  it('are named one by one while they are few, or lie at distances that differ', () => {
    const parameters = new Parameters('p1_');
    const shifted = [...hours(60), START + 61 * HOUR];
    expect([parameters.instants('few', hours(47)), parameters.instants('days', shifted), parameters.instants('none', []), parameters.instants('same', Array.from({ length: 60 }, () => START))]).toEqual(['{p1_few:Array(Int64)}', '{p1_days:Array(Int64)}', '{p1_none:Array(Int64)}', '{p1_same:Array(Int64)}']);
    expect(parameters.values).toMatchObject({ p1_few: hours(47), p1_days: shifted, p1_none: [] });
  });

  it('are three numbers where they are many', () => {
    const parameters = new Parameters();
    expect(parameters.instants('cut0', hours(2_160))).toBe('range({cut0_from:Int64}, {cut0_to:Int64}, {cut0_step:Int64})');
    expect(parameters.values).toEqual({ cut0_from: START, cut0_to: START + 2_160 * HOUR, cut0_step: HOUR });
  });

  it.each([47, 48, 60, 2_160])('are the same to the store either way: %i of them', async (num) => {
    const parameters = new Parameters();
    const edges = parameters.instants('cut0', hours(num));
    // What rows are cut by has to be a constant to the store.
    const sql = `SELECT ${edges} AS edges, roundDown(toInt64(${START + 3 * HOUR + 5}), ${edges}) AS edge`;
    expect((await engine.warehouse.query(sql, parameters.values)).rows).toEqual([{ edges: hours(num).map(String), edge: String(START + 3 * HOUR) }]);
  });
});
