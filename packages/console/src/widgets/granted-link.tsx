import type { GrantableRoute } from '@footfall/contract';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useMayOpen } from './session';

interface Props extends Omit<LinkProps, 'to' | 'children'> {
  /** The screen that it leads to. */
  readonly screen: GrantableRoute;
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to a screen that roles grant: just its words for those who would be refused there. */
export function GrantedLink({ screen, to, children, ...link }: Props): ReactNode {
  if (useMayOpen(screen)) return <Link {...link} to={to}>{children}</Link>;
  return <span className={link.className} title={link.title}>{children}</span>;
}
