import { mkdir, readdir, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names in the journal's folder; DESIGN.md lists them. */
export interface SegmentName {
  readonly seq: number;
  readonly epoch: number;
}

const PATTERN = /^(\d{16})\.(\d{1,10})\.segment$/u;

export function segmentFileName({ seq, epoch }: SegmentName): string {
  return `${String(seq).padStart(16, '0')}.${String(epoch)}.segment`;
}

export function parseSegmentFileName(name: string): SegmentName | null {
  const match = PATTERN.exec(name);
  return match === null ? null : { seq: Number(match[1]), epoch: Number(match[2]) };
}

/** The journal's folder: finding, cutting and setting aside. Writing segments is not done here. */
export class JournalFolder {
  constructor(readonly path: string) {}

  get stateFile(): string {
    return join(this.path, 'state.json');
  }

  segmentFile(name: SegmentName): string {
    return join(this.path, segmentFileName(name));
  }

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.path)) if (name.endsWith('.new') || name.endsWith('.spare')) await rm(join(this.path, name));
  }

  /** All segments, oldest first. */
  async segments(): Promise<(SegmentName & { bytes: number })[]> {
    const names = (await readdir(this.path)).map(parseSegmentFileName).filter((name) => name !== null);
    names.sort((a, b) => a.seq - b.seq);
    return Promise.all(names.map(async (name) => ({ ...name, bytes: (await stat(this.segmentFile(name))).size })));
  }

  async cut(name: SegmentName, length: number): Promise<void> {
    await truncate(this.segmentFile(name), length);
  }

  async remove(name: SegmentName): Promise<void> {
    await unlink(this.segmentFile(name));
  }

  /** Keeps bytes that can not be read. The same bytes found again overwrite the same file. Answers with its path. */
  async quarantine(seq: number, offset: number, bytes: Buffer): Promise<string> {
    const folder = join(this.path, 'quarantine');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${String(seq)}-${String(offset)}.bytes`);
    await writeFile(file, bytes, { mode: 0o600, flush: true });
    return file;
  }
}
