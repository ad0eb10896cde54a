import type { Asked } from '../../src/questions/asked.js';
import type { CompiledQuery } from '../../src/questions/compile.js';
import type { Answer } from '../../src/warehouse/store-query.js';

type Parts = Omit<Partial<Asked>, 'run'> & { readonly run: (query: CompiledQuery) => Promise<Answer<unknown>> };

/** Who asks, as far as a test says; what is kept he makes for himself, unless the test says who waits. */
export function askedOf(parts: Parts, build?: Asked['build']): Asked {
  const asked = { ...parts, build: build ?? (async (_, work) => ({ told: await work(asked) })) } as Partial<Asked> as Asked;
  return asked;
}
