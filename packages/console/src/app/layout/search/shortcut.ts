/** Where keys are text, or belong to what lies over everything. */
const TYPING = 'input, textarea, select, [contenteditable=true], [role=combobox], [role=dialog], [role=menu]';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'isComposing' | 'target'>;

/**
 * Whether a key press asks for the search.
 * @param slash whether the key '/' alone does, too; it can be switched off (WCAG 2.2, 2.1.4)
 */
export function opensSearch({ key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, isComposing, target }: Press, slash: boolean): boolean {
  if (defaultPrevented || isComposing || altKey) return false;
  if (key.toLowerCase() === 'k' && !shiftKey) return ctrlKey !== metaKey;
  if (!slash || key !== '/' || ctrlKey || metaKey) return false;
  return !(target !== null && 'closest' in target && (target as Element).closest(TYPING));
}
