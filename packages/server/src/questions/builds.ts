/**
 * What is kept for whoever asks next is made once at a time. Who needs the same meanwhile waits for it instead of having it counted beside, and whoever has
 * waited as long as an answer may take leaves it to be finished: thrown away, it would be begun again by each who asks, and never be done where many ask.
 */
import { FootfallError } from '@footfall/contract';

/** The part of his patience after which somebody has waited long enough: one who says that he waits five seconds goes away before five have passed here. */
const ENOUGH = 0.8;

/** Who waits. */
export interface Waiting {
  /** Fires when he goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly patience: number;
}

export interface Builds {
  /**
   * Does the work, or waits for whoever does the same.
   * @param key what is made
   * @param work is told to stop when all who waited have gone, and none of them had waited nearly as long as he may
   * @returns what the work told; null where somebody else did it: it is to be looked for where it is kept
   * @throws what the work throws; FootfallError `store.busy` when patience ends before it is done; the signal's reason
   */
  build<T>(key: string, work: (stop: AbortSignal) => Promise<T>, waiting: Waiting): Promise<{ readonly told: T } | null>;
}

interface Build {
  readonly done: Promise<unknown>;
  readonly stop: AbortController;
  waiters: number;
  /** Somebody is to find it when he asks again. */
  isLeft: boolean;
}

export function createBuilds(): Builds {
  const underWay = new Map<string, Build>();

  function begin<T>(key: string, work: (stop: AbortSignal) => Promise<T>): Build & { readonly done: Promise<T> } {
    const stop = new AbortController();
    const done = work(stop.signal).finally(() => {
      if (underWay.get(key) === build) underWay.delete(key);
    });
    const build = { done, stop, waiters: 0, isLeft: false };
    underWay.set(key, build);
    return build;
  }

  /** One that is told to stop is nobody's any more: who comes now begins anew. */
  function leave(key: string, build: Build, reason: Error): void {
    build.waiters -= 1;
    if (build.waiters > 0 || build.isLeft) return;
    if (underWay.get(key) === build) underWay.delete(key);
    build.stop.abort(reason);
  }

  function waitFor<T>(key: string, build: Build & { readonly done: Promise<T> }, { signal, patience }: Waiting): Promise<T> {
    const began = performance.now();
    build.waiters += 1;
    return new Promise<T>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', goAway);
      };
      const goAway = (): void => {
        const reason = signal.reason instanceof Error ? signal.reason : new Error('nobody waits any more');
        end();
        if (performance.now() - began >= ENOUGH * patience) build.isLeft = true;
        leave(key, build, reason);
        reject(reason);
      };
      const timer = setTimeout(() => {
        build.isLeft = true;
        end();
        reject(new FootfallError('store.busy'));
      }, patience);
      signal.addEventListener('abort', goAway, { once: true });
      build.done.then(resolve, reject).finally(end);
    });
  }

  return {
    async build<T>(key: string, work: (stop: AbortSignal) => Promise<T>, waiting: Waiting) {
      waiting.signal.throwIfAborted();
      const others = underWay.get(key);
      if (others !== undefined) {
        await waitFor(key, others, waiting);
        return null;
      }
      return { told: await waitFor(key, begin(key, work), waiting) };
    },
  };
}
