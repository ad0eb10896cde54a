/** A range of a process's addresses. */
export interface Mapping {
  /** Addresses, `to` beyond the end; below 2^47, so exact as numbers. */
  readonly from: number;
  readonly to: number;
  /** Such as 'r-xp'. */
  readonly access: string;
  /** Path of the file that it shows, '' for none. */
  readonly file: string;
  /** KiB in memory. */
  readonly resident: number;
  /** KiB of these that are the process's own: written since they were read from the file. */
  readonly own: number;
}

/** A line of addresses, then lines `Name: value` of which two are of interest. */
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ (\d+) *(.*)\n(?:[A-Z].*\n)*?Rss: +(\d+) kB\n(?:[A-Z].*\n)*?Anonymous: +(\d+) kB$/gmu;
/** The inode of what is no file. */
const NO_FILE = '0';

/**
 * Source: proc_pid_smaps(5).
 * @param smaps text of /proc/PID/smaps
 */
export function readMappings(smaps: string): readonly Mapping[] {
  return Array.from(smaps.matchAll(MAPPING), ([, from = '', to = '', access = '', inode, path = '', resident, own]) => ({
    from: Number.parseInt(from, 16),
    to: Number.parseInt(to, 16),
    access,
    file: inode === NO_FILE ? '' : path,
    resident: Number(resident),
    own: Number(own),
  }));
}

/**
 * Those that show a program or a library as it lies on the disk. All of a file that is executed somewhere: such files stay where they
 * are as long as the process lives, so that nothing else can be at these addresses by the time they are given back.
 * @param least KiB in memory below which one is not worth the trouble
 */
export function programs(mappings: readonly Mapping[], least: number): readonly Mapping[] {
  const executed = new Set(mappings.flatMap(({ access, file }) => (file !== '' && access.includes('x') ? [file] : [])));
  return mappings.filter(({ access, file, resident, own }) => executed.has(file) && !access.includes('w') && own === 0 && resident >= least);
}
