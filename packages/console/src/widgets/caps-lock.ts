import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react';

interface CapsLock {
  readonly on: boolean;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onMouseDown: (event: MouseEvent) => void;
    readonly onBlur: () => void;
  };
}

/** Whether caps lock is on, as the keyboard itself says with each key, and with the click into the field; forgotten when the field is left. */
export function useCapsLock(): CapsLock {
  const [on, setOn] = useState(false);
  const look = useCallback((event: KeyboardEvent | MouseEvent) => setOn(event.getModifierState('CapsLock')), []);
  const forget = useCallback(() => setOn(false), []);
  return { on, handlers: { onKeyDown: look, onKeyUp: look, onMouseDown: look, onBlur: forget } };
}
