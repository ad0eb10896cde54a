/** What one look found. */
export interface Finding {
  /** What was looked at. */
  readonly part: 'server' | 'journal' | 'visits' | 'metadata' | 'disk' | 'clock' | 'time zones' | 'places';
  /** `warn`: something wants attention; `fail`: visits are not counted or not kept safe, or will soon not be. */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** What to do; '' where nothing is. */
  readonly remedy: string;
}

type Part = Finding['part'];

export const well = (part: Part, says: string): Finding => ({ part, level: 'ok', says, remedy: '' });
export const warning = (part: Part, says: string, remedy: string): Finding => ({ part, level: 'warn', says, remedy });
export const failure = (part: Part, says: string, remedy: string): Finding => ({ part, level: 'fail', says, remedy });

/** Bytes as people read them. */
export function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}

/** A span of milliseconds as people read it. */
export function spanText(ms: number): string {
  const [minutes, hours, days] = [ms / 60_000, ms / 3_600_000, ms / 86_400_000];
  return days >= 2 ? `${Math.floor(days)} days` : hours >= 2 ? `${Math.floor(hours)} hours` : minutes >= 2 ? `${Math.floor(minutes)} minutes` : `${Math.max(0, Math.ceil(ms / 1_000))} s`;
}
