import { BULK_FILE_BYTES, BULK_SUFFIXES } from '@footfall/contract';

/** Why files are not taken. Source of the limits: specification 2, section 5. */
export type FileFault = 'suffix' | 'oneFile' | 'tooLarge';

/** What is wrong with the chosen files before any of them is sent; undefined when nothing is. */
export function faultOf(files: readonly { readonly name: string; readonly size: number }[]): FileFault | undefined {
  if (files.length > 1) return 'oneFile';
  const [file] = files;
  if (file === undefined) return undefined;
  if (!BULK_SUFFIXES.some((suffix) => file.name.toLowerCase().endsWith(suffix))) return 'suffix';
  return file.size < BULK_FILE_BYTES ? undefined : 'tooLarge';
}
