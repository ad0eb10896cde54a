import type { QuestionStore } from '../../src/questions/asked.js';
import type { Warehouse } from '../../src/warehouse/client.js';

/** The store of a warehouse as questions have it, which says what it is asked. @param kept what is known beside it, as of hours that are rolled up */
export const listening = (warehouse: Warehouse, kept: Partial<QuestionStore>, said: (sql: string, params: Parameters<QuestionStore['query']>[1]) => void): QuestionStore => ({
  ...kept,
  stream: (...given) => warehouse.stream(...given),
  query(sql, params, ...given) {
    said(sql, params);
    return warehouse.query(sql, params, ...given);
  },
});
