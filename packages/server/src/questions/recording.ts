import type { Answer } from '../warehouse/store-query.js';
import type { Asked } from './asked.js';
import type { CompiledQuery } from './compile.js';
import type { Row } from './counts.js';

/** A statement that was run for a question, with what came of it. */
export interface RecordedStatement {
  readonly query: CompiledQuery;
  readonly answer: Answer<Row>;
}

/** Writes down what a question asks of the store, while it is answered as ever. */
export interface Recording {
  /** The same, noting each statement. */
  of(asked: Asked): Asked;
  /** As it was asked, before it was recorded; null while nothing was. */
  asked(): Asked | null;
  /** In the order in which they were asked, those that were answered. */
  statements(): readonly RecordedStatement[];
}

export function createRecording(): Recording {
  const statements: (RecordedStatement | null)[] = [];
  let first: Asked | null = null;
  return {
    of(asked) {
      first ??= asked;
      return {
        ...asked,
        // What is kept was counted by statements of earlier askings; these are to tell all of it.
        kept: null,
        numbers: null,
        async run<R>(query: CompiledQuery): Promise<Answer<R>> {
          // Some are asked at once: their answers come in any order.
          const at = statements.push(null) - 1;
          const answer = await asked.run<R>(query);
          statements[at] = { query, answer: answer as Answer<unknown> as Answer<Row> };
          return answer;
        },
      };
    },
    asked: () => first,
    statements: () => statements.filter((statement) => statement !== null),
  };
}
