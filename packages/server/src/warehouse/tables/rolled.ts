import type { TableDescription } from '../ddl.js';
import { ADDRESS_NUMBERS, ROLLED_HOURS, ROLLED_SPANS, VISITOR_NUMBERS } from './rolled-hours.js';
import { ROLLED_VALUES } from './rolled-values.js';

/** What follows from visits and can be made of them again at any time. */
export const ROLLED_TABLES: readonly TableDescription[] = [VISITOR_NUMBERS, ADDRESS_NUMBERS, ROLLED_HOURS, ROLLED_SPANS, ROLLED_VALUES];
