import { readFileSync } from 'node:fs';

/** More than that at once serve nobody. */
const MOST = 20_000;
/** Descriptors for the journal, the stores and files. */
const RESERVED = 1_000;

/**
 * How many connections may be open at once; more are closed as they come. Each holds a descriptor of the process, and without any left the
 * journal could open no file, so that those who send nothing would keep out those who do.
 * @param limits what the kernel says of this process' limits
 */
export function connectionLimit(limits: string = ownLimits()): number {
  const descriptors = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Infinity);
  return Math.floor(Math.min(MOST, descriptors - Math.min(RESERVED, descriptors / 2)));
}

/** '' where the kernel does not say. */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
