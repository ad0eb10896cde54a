import type { TextKey } from '../i18n/texts/en';
import { DEVICE_TYPES } from './use-screen-filter';

/** A kind of device in the reader's language; one that is not known as it is. */
export function deviceName(type: string, t: (key: TextKey) => string): string {
  const known = DEVICE_TYPES.find((candidate) => candidate === type);
  return known ? t(`device.${known}`) : type;
}
