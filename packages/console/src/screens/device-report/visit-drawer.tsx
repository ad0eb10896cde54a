import type { ReportRow } from '@footfall/contract';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailsDrawer } from '../../widgets/list-table/row-details';
import type { OpenRow } from '../../widgets/use-open-row';
import { useVisitGroups } from '../../widgets/visit-record/use-visit-groups';
import { kindOf, mayBeAbsent } from './report-columns';

/** What can not be narrowed to: each visit has its own. */
const UNPICKED = new Set(['id', 'created_at']);

/** Shows visits with a value only, or without it. */
export type Narrow = (column: string, value: string) => void;

interface Props {
  /** The page of the list that the visit stands in. */
  readonly visits: readonly ReportRow[];
  readonly row: OpenRow;
  readonly onPick: Narrow;
  readonly onExclude: Narrow;
}

/** The key of a visit among others. */
export function visitKey(visit: ReportRow): string {
  return String(visit['id']);
}

/** Everything known of one visit, and the way on to its neighbours in the list. */
export function VisitDrawer({ visits, row, onPick, onExclude }: Props): ReactNode {
  const { t } = useTranslation();
  const pick = useActs(onPick);
  const exclude = useActs(onExclude);
  const groups = useVisitGroups({ onPick: pick, onExclude: exclude });
  return <DetailsDrawer rows={visits} rowKey={visitKey} row={row} title={t('report.details')} groups={groups} />;
}

/** The act for those facts that rules can name. */
function useActs(act: Narrow): (name: string, raw: string) => (() => void) | undefined {
  return useCallback((name, raw) => (kindOf(name) === undefined || (raw === '' && !mayBeAbsent(name)) || UNPICKED.has(name) ? undefined : () => act(name, raw)), [act]);
}
