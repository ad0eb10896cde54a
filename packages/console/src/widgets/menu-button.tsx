import { Button, Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useMenuFocus } from './use-menu-focus';

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly children?: ReactNode;
  readonly items: NonNullable<MenuProps['items']>;
  readonly selected: string[];
  readonly onChoose: (key: string) => void;
}

/** A button with a menu. Opening moves the focus into the menu; when it closes by keyboard, the focus returns to the button. */
export function MenuButton({ label, icon, children, items, selected, onChoose }: Props): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  useMenuFocus(id, open);
  const change = (next: boolean) => {
    const inMenu = document.activeElement?.closest('[role="menu"]') !== null;
    setOpen(next);
    if (!next && inMenu) button.current?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    // The focus is on the button again before the browser does what Enter does there.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Tab') return;
    // The dropdown takes the first Tab for the way into the menu.
    event.stopPropagation();
    change(false);
  };
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={change} menu={{ id, items, selectable: true, selectedKeys: selected, onClick: ({ key }) => onChoose(key), onKeyDown: leave }}>
      <Button ref={button} type="text" icon={icon} aria-label={label}>{children}</Button>
    </Dropdown>
  );
}
