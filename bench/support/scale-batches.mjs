/**
 * What a visit takes on disk where visits come in one after the other, a few at a time, as they do in a store that runs. In a large store that is
 * made of ten copies laid into one another neither batches nor the places where rows were first written go in order, and cost more.
 *
 * Writing ten thousand parts of all columns takes two minutes, so that the two hidden columns that say where a row was first written are measured apart:
 * in a table of the columns that visits are sorted by and no others, which comes to the same bytes.
 */
import { openBare } from './bare-store.mjs';
import { benchFolder, startFootfall } from './footfall.mjs';
import { storageOf } from './scale-store.mjs';
import { fillStretch, regularsOf } from './scale-visits.mjs';

const DAY = 86_400_000;
const VISITS = 60_000;
const BATCH = 6;
/** Milliseconds, of one of so many folders: the journal's numbers of batches. */
const LANES = 1_024;
/** As of a store that got as many visits on each of 400 days. */
const REGULARS = regularsOf(VISITS * 400);
/** Each block that is read is a part of its own then. */
const BLOCKS = { max_threads: 1, max_insert_threads: 1, max_block_size: BATCH, max_insert_block_size: BATCH, min_insert_block_size_rows: BATCH, min_insert_block_size_bytes: 0, preferred_block_size_bytes: 0 };
/** Nothing here has to outlive a power cut, many parts are meant, and those that were merged go at once. */
const PARTS = { parts_to_delay_insert: 100_000, parts_to_throw_insert: 100_000, old_parts_lifetime: 1, enable_block_number_column: 1, enable_block_offset_column: 1 };

const settings = (list) => Object.entries(list).map(([name, value]) => `${name} = ${value}`).join(', ');
const rowOf = async (store, sql) => JSON.parse(Buffer.from((await store.run(sql)).bytes()).toString()).data[0];

/** Into one part, however many are merged at once, with files of their own for columns, as in the parts that most rows of a large store are in. */
async function merge(store, name) {
  await store.run(`ALTER TABLE ${name} MODIFY SETTING min_bytes_for_wide_part = 0`, 'Null');
  do await store.run(`OPTIMIZE TABLE ${name} FINAL`, 'Null');
  while ((await rowOf(store, `SELECT count() > 1 AS more FROM system.parts WHERE active AND database = 'footfall' AND table = '${name}'`)).more);
}

/** Visits of a day in the table `came`, in the order in which they came in, and in `visits` as one part. */
async function fill(store) {
  const from = (Math.floor(Date.now() / DAY) - 10) * DAY;
  const [visits] = fillStretch({ first: 0, count: VISITS, from, to: from + DAY, regulars: REGULARS }, []);
  const order = 'ENGINE = MergeTree ORDER BY (batch_id, received_at, id) SETTINGS allow_suspicious_low_cardinality_types = 1';
  for (const name of ['made', 'came']) await store.run(`CREATE TABLE ${name} AS visits ${order}`, 'Null');
  await store.run(visits.replace('INSERT INTO visits ', 'INSERT INTO made '), 'Null');
  const batch = `toUInt64(${from} + intDiv(rowNumberInAllBlocks(), ${BATCH})) * ${LANES}`;
  await store.run(`INSERT INTO came SELECT * REPLACE (${batch} AS batch_id) FROM (SELECT * FROM made ORDER BY received_at, id)`, 'Null');
  await store.run('OPTIMIZE TABLE came FINAL', 'Null');
  await store.run('INSERT INTO visits SELECT * FROM came', 'Null');
  await merge(store, 'visits');
}

/** Bytes of the hidden columns of the visits in `came`, which came in a few at a time. */
async function hiddenBytes(store) {
  await store.run(`CREATE TABLE places (site_id UInt32, created_at DateTime64(3, 'UTC'), id UInt64) ENGINE = MergeTree ORDER BY (site_id, created_at, id) SETTINGS ${settings(PARTS)}`, 'Null');
  await store.run(`INSERT INTO places SELECT site_id, created_at, id FROM came SETTINGS ${settings(BLOCKS)}`, 'Null');
  await merge(store, 'places');
  const { batches } = await rowOf(store, 'SELECT toUInt32(uniqExact(_block_number)) AS batches FROM places');
  if (batches !== VISITS / BATCH) throw new Error(`visits came in by ${batches} batches instead of ${VISITS / BATCH}`);
  const { bytes } = await rowOf(store, "SELECT sum(column_data_compressed_bytes + column_marks_bytes) AS bytes FROM system.parts_columns WHERE active AND database = 'footfall' AND table = 'places' AND column IN ('_block_number', '_block_offset')");
  return Number(bytes);
}

/** As `storageOf` a store of VISITS visits of a day that came in BATCH at a time and were merged into one part. */
export async function storageOfBatches() {
  const { folder, remove } = benchFolder();
  try {
    await (await startFootfall(folder)).stop();
    const store = await openBare(folder);
    await fill(store);
    const hidden = await hiddenBytes(store);
    store.close();
    const storage = await storageOf(folder);
    return { ...storage, bytes: storage.bytes + hidden, written: storage.written + hidden / VISITS, batch: BATCH };
  } finally {
    remove();
  }
}
