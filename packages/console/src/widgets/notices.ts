import AppContext, { type useAppProps } from 'antd/es/app/context';
import { useContext } from 'react';

/** Messages and questions over the page. */
export type Notices = Pick<useAppProps, 'message' | 'modal' | 'notification'>;

/**
 * The ways to tell and to ask. The same as the component library's `App.useApp`, without its code: what draws them is
 * fetched beside the first screen, and takes what was said before.
 */
export function useNotices(): Notices {
  return useContext(AppContext);
}
