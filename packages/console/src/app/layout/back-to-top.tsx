import { FloatButton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../widgets/use-media';

/** Pixels scrolled before the button shows; milliseconds of the way up. Source: specification 2, section 9. */
const VISIBLE_FROM = 400;
const DURATION = 500;

/** The button that leads back to the top of a long screen; where movement is not wanted it jumps. */
export function BackToTop(): ReactNode {
  const { t } = useTranslation();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  return <FloatButton.BackTop visibilityHeight={VISIBLE_FROM} duration={still ? 0 : DURATION} aria-label={t('layout.backToTop')} tooltip={{ title: t('layout.backToTop'), placement: 'left' }} />;
}
