/** A store that was being copied into is taken into use only by the installation that was switched to it. */
import { copyIn, useCopy } from '../metadata/copy.js';
import type { Metadata } from '../metadata/database.js';
import { OperatorError } from '../operator-error.js';
import type { Stores } from '../stores-file.js';
import type { Warehouse } from '../warehouse/client.js';

export interface FinishParts {
  /** What `stores.json` says: where this installation was moved to. */
  readonly moved: Stores;
  readonly installation: string;
  readonly metadata: Pick<Metadata, 'db' | 'dialect'>;
  readonly warehouse: Pick<Warehouse, 'moveMark' | 'markMove'>;
}

const UNFINISHED = 'is being filled by "footfall move", which was not switched to it yet: wait until that is done (or run it again), or name other stores in the environment.';

/**
 * Notes in the stores that the move onto them is over.
 * @throws OperatorError where they hold a copy that nobody was switched to
 */
export async function finishMove({ moved, installation, metadata, warehouse }: FinishParts): Promise<void> {
  const mark = await warehouse.moveMark();
  if (mark !== null && !mark.finished) {
    if (moved.clickhouseUrls.length === 0 || mark.installation !== installation) throw new OperatorError(`the ClickHouse server that this process is told to use ${UNFINISHED}`);
    await warehouse.markMove({ installation, finished: true });
  }
  if (metadata.dialect !== 'postgres') return;
  const copied = await copyIn(metadata.db);
  if (copied === null || copied === '') return;
  if (moved.postgresUrl === null) throw new OperatorError(`the PostgreSQL database that this process is told to use ${UNFINISHED}`);
  await useCopy(metadata.db);
}
