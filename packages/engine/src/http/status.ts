/** HTTP status for a ClickHouse error code, after exceptionCodeToHTTPStatus in ClickHouse's src/Server/HTTP. */

const GROUPS: ReadonlyArray<readonly [status: number, codes: readonly number[]]> = [
  [401, [194]],
  [403, [497, 516]],
  // Unknown table, function, identifier, type, storage, database, setting, dictionary, format.
  [404, [46, 47, 50, 56, 60, 73, 81, 115]],
  // What the statement or its data got wrong: parsing, types, arguments.
  [400, [6, 26, 27, 33, 36, 38, 41, 42, 43, 53, 62, 63, 69, 70, 72, 117, 129, 130, 131, 158, 164, 396, 456, 457]],
  [408, [159]],
  [413, [320]],
  [501, [48]],
  [503, [202, 236]],
];

const STATUS: ReadonlyMap<number, number> = new Map(GROUPS.flatMap(([status, codes]) => codes.map((code) => [code, status] as const)));

/** @param code ClickHouse error code; unlisted ones are 500, as in ClickHouse */
export function statusOf(code: number): number {
  return STATUS.get(code) ?? 500;
}
