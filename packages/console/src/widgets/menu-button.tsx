import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useRef } from 'react';

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly children?: ReactNode;
  readonly items: NonNullable<MenuProps['items']>;
  readonly selected: string[];
  readonly onChoose: (key: string) => void;
}

/** Opening a menu moves the focus into it, so that the arrow keys work at once. */
const INTO_MENU = { autoFocus: true } as const;

/** A button with a menu. When the menu closes by keyboard, the focus returns to the button. */
export function MenuButton({ label, icon, children, items, selected, onChoose }: Props): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const returnFocus = (open: boolean) => {
    const inMenu = document.activeElement?.closest('[role="menu"]') !== null;
    if (!open && inMenu) button.current?.focus();
  };
  return (
    <Dropdown {...INTO_MENU} trigger={['click']} onOpenChange={returnFocus} menu={{ items, selectable: true, selectedKeys: selected, onClick: ({ key }) => onChoose(key) }}>
      <Button ref={button} type="text" icon={icon} aria-label={label}>{children}</Button>
    </Dropdown>
  );
}
