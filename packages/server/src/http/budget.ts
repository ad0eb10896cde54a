/** How much each of many senders may send: a store that runs dry and fills again evenly. Kept in memory. */
import { LRUCache } from 'lru-cache';

export interface Budget {
  /** Takes up to so many. @returns how many were left to take */
  take(sender: string, wanted: number): number;
}

export interface BudgetOptions {
  readonly now: () => number;
  /** What a sender has at first, and at most. */
  readonly size?: number;
  /** Milliseconds in which one comes back. */
  readonly every?: number;
}

const SENDERS = 10_000;

/** Budgets that are all full at first. */
export function createBudget({ now, size = 60, every = 5_000 }: BudgetOptions): Budget {
  const left = new LRUCache<string, { amount: number; at: number }>({ max: SENDERS });
  return {
    take(sender, wanted) {
      const at = now();
      const known = left.get(sender) ?? { amount: size, at };
      const amount = Math.min(size, known.amount + Math.max(0, at - known.at) / every);
      const granted = Math.min(wanted, Math.floor(amount));
      left.set(sender, { amount: amount - granted, at });
      return granted;
    },
  };
}
