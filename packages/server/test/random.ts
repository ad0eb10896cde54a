import { createRandom } from '../src/commands/demo/random.js';

/** Numbers in [0, 1), the same for ever for a seed: what fails can be had again. */
export function randomFrom(seed: number): () => number {
  const random = createRandom(seed);
  return () => random.next();
}
