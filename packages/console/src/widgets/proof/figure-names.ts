import { AI_TYPES, type AiType } from '@footfall/contract';
import type { TFunction } from 'i18next';

/** Figures that have a name and a definition. */
export const PROVEN_FIGURES = [
  'pv', 'uv', 'ip', 'referer_num', 'sessions', 'hits', 'bytes', 'answered', 'failed', 'errors', 'redirects', 'parameters', 'events', 'visitors',
  'history_total', 'earlier_new', 'earlier_old', 'later_new', 'later_old',
] as const;
type ProvenFigure = (typeof PROVEN_FIGURES)[number];

const knownOf = (id: string): ProvenFigure | undefined => PROVEN_FIGURES.find((known) => known === id);
const purposeOf = (id: string): AiType | undefined => AI_TYPES.find((known) => known === id);

/** What a figure is called; calls of the report builder are called what they are. */
export function figureName(id: string, t: TFunction): string {
  const [known, purpose] = [knownOf(id), purposeOf(id)];
  if (purpose !== undefined) return t(`ai.purpose.${purpose}`);
  return known === undefined ? id : t(`proof.figure.${known}`);
}

/** What is counted; undefined of what says so by its name. */
export function figureMeaning(id: string, t: TFunction): string | undefined {
  const known = knownOf(id);
  return known === undefined ? undefined : t(`proof.means.${known}`);
}
