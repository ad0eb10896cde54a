import { randomFillSync } from 'node:crypto';

const BYTE = 0xff;
const VALUES = 256;
const BYTES = 8;

/**
 * Spreads 64-bit ids, given as their unsigned 32-bit halves, over 32 bits: for each of its eight bytes a word drawn anew by each process, all
 * of them joined by exclusive or (simple tabulation). Open addressing with it takes a few steps whatever the ids are (Pătraşcu and Thorup, The
 * Power of Simple Tabulation Hashing, 2011). Products with drawn factors do not hold that: where ids follow one another, as a sender that
 * numbers its views makes them, one process in a hundred put them so close together that a search took dozens of steps.
 */
export function createTabulated(): (high: number, low: number) => number {
  const words = randomFillSync(new Uint32Array(BYTES * VALUES));
  const word = (place: number, byte: number): number => words[place * VALUES + byte] ?? 0;
  return (high, low) =>
    word(0, low & BYTE) ^ word(1, (low >>> 8) & BYTE) ^ word(2, (low >>> 16) & BYTE) ^ word(3, low >>> 24) ^
    word(4, high & BYTE) ^ word(5, (high >>> 8) & BYTE) ^ word(6, (high >>> 16) & BYTE) ^ word(7, high >>> 24);
}
