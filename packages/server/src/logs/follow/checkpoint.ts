import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** What a file begins with: it stays the same while the file grows, and when it is renamed, copied or packed. */
export interface Head {
  readonly length: number;
  /** SHA-1 of so many bytes, in hexadecimal. */
  readonly hash: string;
}

/** Where following a log would go on: in the file that begins so, at this byte. */
export interface Checkpoint {
  readonly head: Head;
  readonly offset: number;
}

export interface Checkpoints {
  load(): Promise<Checkpoint | null>;
  /** Durable when it resolves. */
  save(checkpoint: Checkpoint): Promise<void>;
}

const shape = z.object({ path: z.string(), site: z.string(), head: z.object({ length: z.number(), hash: z.string() }), offset: z.number() });

/**
 * The checkpoint of one log followed for one site, a small file in `folder`. What is counted does not depend on it: lines read again are known by
 * their ids. A file that is damaged counts as none.
 */
export function fileCheckpoints(folder: string, site: string, path: string): Checkpoints {
  const file = join(folder, `${createHash('sha256').update(`${site}\n${path}`).digest('hex').slice(0, 32)}.json`);
  return {
    async load() {
      try {
        const parsed = shape.safeParse(JSON.parse(await readFile(file, 'utf8')));
        return parsed.success && parsed.data.path === path && parsed.data.site === site ? { head: parsed.data.head, offset: parsed.data.offset } : null;
      } catch (error) {
        if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) return null;
        throw error;
      }
    },
    async save({ head, offset }) {
      await mkdir(dirname(file), { recursive: true, mode: 0o750 });
      const handle = await open(`${file}.new`, 'w', 0o640);
      try {
        await handle.writeFile(JSON.stringify({ path, site, head, offset }));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
    },
  };
}
