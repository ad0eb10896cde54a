import { type KeyboardEvent, useCallback, useState } from 'react';

interface CapsLock {
  readonly on: boolean;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
  };
}

/** Whether caps lock is on, as the keyboard itself says with each key; forgotten when the field is left. */
export function useCapsLock(): CapsLock {
  const [on, setOn] = useState(false);
  const look = useCallback((event: KeyboardEvent) => setOn(event.getModifierState('CapsLock')), []);
  const forget = useCallback(() => setOn(false), []);
  return { on, handlers: { onKeyDown: look, onKeyUp: look, onBlur: forget } };
}
