import { PROVABLE_QUESTIONS } from '@footfall/contract';
import type { QueryCache } from '@tanstack/react-query';

/** A question of the contract, and what it was asked with. */
export interface Question {
  readonly question: string;
  readonly input: Record<string, unknown>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Which question an answer on the screen is of, as the cache of answers knows it: its keys are the question's id and its input. The figures and
 * what they are proven by can so never be of two questions.
 * @returns null for what is no such answer, or of a question that has no proof
 */
export function questionOf(answers: Pick<QueryCache, 'findAll'>, data: unknown): Question | null {
  if (!isRecord(data) && !Array.isArray(data)) return null;
  const [found] = answers.findAll({ predicate: ({ state }) => state.data === data });
  const [id, input]: readonly unknown[] = found?.queryKey ?? [];
  return typeof id === 'string' && PROVABLE_QUESTIONS.includes(id) && isRecord(input) ? { question: id, input } : null;
}
