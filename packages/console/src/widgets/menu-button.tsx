import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { FocusedMenu } from './focused-menu';

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
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    const inMenu = document.activeElement?.closest('[role="menu"]') !== null;
    setOpen(next);
    if (!next && inMenu) button.current?.focus();
  };
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={change}
      popupRender={(menu) => <FocusedMenu open={open} menu={menu} />}
      menu={{ items, selectable: true, selectedKeys: selected, onClick: ({ key }) => onChoose(key) }}
    >
      <Button ref={button} type="text" icon={icon} aria-label={label}>{children}</Button>
    </Dropdown>
  );
}
