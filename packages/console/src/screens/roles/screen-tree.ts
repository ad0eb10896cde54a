import type { GrantableRoute } from '@footfall/contract';
import type { TextKey } from '../../i18n/texts/en';
import type { GrantableScreen } from '../../widgets/screens';

/** A line of the tree: a screen, by its name, or a group of them, by its path. */
export interface ScreenNode {
  readonly key: string;
  readonly title: TextKey;
  readonly children?: readonly ScreenNode[];
}

/** The screens under their groups, as the menu shows them: a group stands where its first screen does, a group of one is that screen. */
export function screenTree(screens: readonly GrantableScreen[]): readonly ScreenNode[] {
  return screens.flatMap((screen): readonly ScreenNode[] => {
    const { group } = screen;
    const leaf = { key: screen.name, title: screen.title };
    if (!group) return [leaf];
    const members = screens.filter((other) => other.group?.path === group.path);
    if (members[0] !== screen) return [];
    if (members.length === 1) return [leaf];
    return [{ key: group.path, title: group.title, children: members.map(({ name, title }) => ({ key: name, title })) }];
  });
}

/** The screens among what is checked in the tree, in the menu's order: groups follow from their screens and are not kept. */
export function checkedScreens(screens: readonly GrantableScreen[], checked: readonly (string | number | bigint)[]): GrantableRoute[] {
  return screens.map(({ name }) => name).filter((name) => checked.includes(name));
}
