import type { Role } from '@footfall/contract';
import type { TextKey } from '../i18n/texts/en';

type Translate = (key: TextKey) => string;

/** What a role is called: the administrators' in the reader's language, every other as it was named. */
export function roleName({ name, built_in: builtIn }: Pick<Role, 'name' | 'built_in'>, t: Translate): string {
  return builtIn ? t('role.administrator') : name;
}
