import { useEffect } from 'react';

/** Leaves what is open by the Escape key, wherever the focus is in it. */
export function useEscape(open: boolean, leave: () => void): void {
  useEffect(() => {
    if (!open) return undefined;
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open, leave]);
}
