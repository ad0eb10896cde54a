import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressLabel } from '../../lib/text';
import { FilterValue } from '../../widgets/filter-value';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { useIsMobile } from '../../widgets/use-media';

const WIDE = 110;
const NARROW = 36;

interface Props {
  /** An address, or what several are laid together as; '' where a visit had no referrer. */
  readonly text: string;
  readonly domain: string;
  readonly folded: boolean;
  /** The visits behind it. */
  readonly to: string;
  readonly onUnfold: (text: string) => void;
}

/** An entry of a ranking: it leads to its visits; one that stands for several, to those. */
export function RankingKey({ text, domain, folded, to, onUnfold }: Props): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  if (text === '') return <Link to={to}>{t('info.direct')}</Link>;
  if (folded) return <FilterValue text={text} onFilter={() => onUnfold(text)} />;
  return (
    <>
      <Link to={to} aria-label={t('info.showVisits', { key: text })}><LongText text={text} label={addressLabel(text, domain)} max={mobile ? NARROW : WIDE} /></Link>
      <OutsideLink address={text} />
    </>
  );
}
