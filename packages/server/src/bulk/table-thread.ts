/** The thread in which one file is read: a stranger's file must harm nothing but the thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { csvTable } from './csv-table.js';
import { type Table, type TableFault, UnreadableTable } from './table.js';
import { workbookTable } from './workbook-table.js';

/** What the thread is given. */
export interface TableFile {
  readonly bytes: Uint8Array;
  readonly suffix: '.xlsx' | '.xls' | '.csv';
}

/** What it says. */
export type TableAnswer = { readonly table: Table } | { readonly fault: TableFault; readonly why: string };

async function answer({ bytes, suffix }: TableFile): Promise<TableAnswer> {
  try {
    const whole = Buffer.from(bytes);
    return { table: suffix === '.csv' ? csvTable(whole) : await workbookTable(whole, suffix) };
  } catch (error) {
    if (error instanceof UnreadableTable) return { fault: error.fault, why: error.message };
    return { fault: 'damaged', why: error instanceof Error ? error.message : 'can not be read' };
  }
}

parentPort?.postMessage(await answer(workerData as TableFile), []);
