/** The lists of the console as tables. Those that may be long come in pieces; the others are there at once. */
import { alignBefore, type Device, type DeviceModel, type endpoints, type IpRow, type Output, type Parsed, type TrendPoint } from '@footfall/contract';
import type { Asked } from '../questions/asked.js';
import { census } from '../questions/census.js';
import { compileCount, compileGroups, compileRows } from '../questions/compile.js';
import { countIn, type Row } from '../questions/counts.js';
import { deviceModelOf, deviceModelsPlan, type DeviceModelsInput } from '../questions/device-models.js';
import { devicesOf, devicesPlan, type DevicesInput } from '../questions/devices.js';
import { listed } from '../questions/plan.js';
import { beforeOf, rankingPlan, type Ranked, type RankingInput } from '../questions/ranking.js';
import { topListRanking, topRow, type TopListInput } from '../questions/top-list.js';
import { trafficLog } from '../questions/traffic-log.js';
import { trend } from '../questions/trend.js';
import { ipRowOf, userListRanking, type UserListInput } from '../questions/user-list.js';
import { VISIT_COLUMNS } from '../questions/visit-rows.js';
import { visitorSource, type VisitorInput } from '../questions/visitor.js';
import { peeked } from './peeked.js';
import { cellsOf, chosenColumns, sheetOf, type Choice, type Sheet, type SheetColumn } from './sheet.js';
import { namedRows } from './stored-rows.js';
import { visitCells } from './visit-cells.js';

/** Groups whose rows are looked up at once. */
const PIECE = 5_000;

interface Limited extends Choice {
  readonly per_page: number;
}

const column = <R extends object>(key: string & keyof R): SheetColumn<R> => ({ key, cell: (row) => (row[key] as string | number | null | undefined) ?? null });

/** Groups that come in pieces as rows that are made of each piece. */
async function* madeOf<R>(pieces: AsyncIterable<readonly Row[]>, make: (piece: readonly Row[]) => Promise<readonly R[]> | readonly R[]): AsyncGenerator<readonly R[]> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PIECE) yield await make(piece.slice(at, at + PIECE));
  }
}

/** A share of a total in percent with two decimals. Source: specification 1, section 9. */
const share = (num: number, total: number): number => (total === 0 ? 0 : Math.round((num / total) * 10_000) / 100);

async function rankingSheet<R extends object>(name: string, input: Omit<RankingInput, 'page'>, limited: Limited, columns: (total: number) => readonly SheetColumn<R>[], rowOf: (ranked: Ranked) => R, asked: Asked): Promise<Sheet> {
  const full = { ...input, page: null };
  chosenColumns(columns(0), limited);
  const { first, all } = await peeked(namedRows(asked.stream(compileGroups({ ...rankingPlan(full, asked), page: { limit: limited.per_page, offset: 0 } }))));
  const { columns: chosen, titles } = chosenColumns(columns(countIn(first, 'total')), limited);
  const rows = madeOf(all, async (piece) => {
    const keys = piece.map((row) => String(row[`k_${input.column}`]));
    const before = await beforeOf(full, keys, asked);
    return keys.map((key, i) => {
      const row = piece[i] ?? {};
      return rowOf({ row, key, num: countIn(row, 'm_pv'), before: before === null ? undefined : (before.byKey.get(key) ?? 0) });
    });
  });
  return { name, titles, total: Math.min(limited.per_page, countIn(first, 'groups')), rows: cellsOf(rows, chosen) };
}

type TopRow = Output<typeof endpoints.home.topList>['list'][number];

/** A ranking: key, page views, share, and what it is compared with. */
export function topListSheet(input: TopListInput & Limited, asked: Asked): Promise<Sheet> {
  const columns = (total: number): SheetColumn<TopRow>[] => [
    column<TopRow>('key'),
    ...(input.type === 'ip' ? [column<TopRow>('country'), column<TopRow>('country_code')] : []),
    column<TopRow>('num'),
    { key: 'share', cell: ({ num }) => share(num, total) },
    ...(input.compare === undefined ? [] : [column<TopRow>('before')]),
  ];
  return rankingSheet(input.type, topListRanking(input, asked), input, columns, (ranked) => topRow(ranked, input.type, asked), asked);
}

/** Visitors' addresses. */
export function userListSheet(input: UserListInput & Limited, asked: Asked): Promise<Sheet> {
  const columns = (total: number): SheetColumn<IpRow>[] => [
    column<IpRow>('key'), column<IpRow>('country'), column<IpRow>('country_code'), column<IpRow>('num'),
    { key: 'share', cell: ({ num }) => share(num, total) },
    ...(input.compare === undefined ? [] : [column<IpRow>('before')]),
  ];
  return rankingSheet('ip', userListRanking(input, asked), input, columns, (ranked) => ipRowOf(ranked, asked), asked);
}

const MODEL_COLUMNS = (['id', 'device_model', 'platform', 'device_type', 'os_name', 'gpu_renderer', 'gpu_vendor', 'user_agent', 'num', 'uv', 'last_seen'] as const).map((key) => column<DeviceModel>(key));

/** Device models. */
export async function deviceModelsSheet(input: DeviceModelsInput & Limited, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(MODEL_COLUMNS, input);
  const { first, all } = await peeked(namedRows(asked.stream(compileGroups({ ...deviceModelsPlan(input, asked), page: { limit: input.per_page, offset: 0 } }))));
  return { name: 'device models', titles, total: Math.min(input.per_page, countIn(first, 'groups')), rows: cellsOf(madeOf(all, (piece) => piece.map((row) => deviceModelOf(row, asked))), columns) };
}

const DEVICE_COLUMNS = [...new Set(['fingerprint', 'ip', 'created_at', 'last_seen', 'num', 'country', ...VISIT_COLUMNS.filter((key) => key !== 'site_id'), 'domain'])].map((key) => column<Device>(key));

/** Devices of visitors, by fingerprint. */
export async function devicesSheet(input: DevicesInput & Limited, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(DEVICE_COLUMNS, input);
  const { first, all } = await peeked(namedRows(asked.stream(compileGroups({ ...devicesPlan(input, asked), page: { limit: input.per_page, offset: 0 } }))));
  return { name: 'devices', titles, total: Math.min(input.per_page, countIn(first, 'groups')), rows: cellsOf(madeOf(all, (piece) => devicesOf(piece, input, asked)), columns) };
}

const VISIT_FIELDS = ['created_at', 'url', 'user_agent', 'domain', 'country', ...VISIT_COLUMNS.filter((key) => !['site_id', 'created_at', 'url', 'user_agent'].includes(key))].map((key): SheetColumn<never> => ({ key, cell: () => null }));

/** The page views of a visitor, the newest first. */
export async function trajectorySheet(input: VisitorInput & Limited, asked: Asked): Promise<Sheet> {
  const { columns, titles } = chosenColumns(VISIT_FIELDS, input);
  const source = visitorSource(input, asked);
  const { rows: counted } = await asked.run<Row>(compileCount(source));
  const page = { limit: input.per_page, offset: 0 };
  const rows = visitCells(asked, columns.map(({ key }) => key), (needed) => compileRows(listed(source, needed, page, { totals: false })));
  return { name: 'visits', titles, total: Math.min(input.per_page, countIn(counted[0], 'total')), rows };
}

interface PointRow {
  readonly point: TrendPoint;
  readonly before: TrendPoint | undefined;
}

const pointColumns = (total: { pv: number; uv: number; ip: number }, compared: boolean): SheetColumn<PointRow>[] => [
  { key: 'key', cell: ({ point }) => point.key },
  // What is to come is blank, not zero.
  ...(['pv', 'uv', 'ip'] as const).map((figure): SheetColumn<PointRow> => ({ key: figure, cell: ({ point }) => (point.state === 'future' ? null : point[figure]) })),
  { key: 'share', cell: ({ point }) => (point.state === 'future' ? null : share(point.pv, total.pv)) },
  ...(compared ? [{ key: 'before_key', cell: ({ before }: PointRow) => before?.key ?? null }, ...(['pv', 'uv', 'ip'] as const).map((figure): SheetColumn<PointRow> => ({ key: `before_${figure}`, cell: ({ before }) => before?.[figure] ?? null }))] : []),
];

/** Laid beside each other as on the screen. */
function paired(list: readonly TrendPoint[], before: readonly TrendPoint[]): PointRow[] {
  const partners = alignBefore(list, before);
  return list.map((point, i) => ({ point, before: partners[i] }));
}

/** The trend: each hour or day, with that of the other period. */
export async function trendSheet(input: Parsed<typeof endpoints.home.trend> & Choice, asked: Asked): Promise<Sheet> {
  const { now, before, total } = await trend(input, asked);
  return sheetOf('trend', paired(now, before), pointColumns(total.now, true), input);
}

/** PV, UV and IP by hour or by day. */
export async function trafficSheet(input: Parsed<typeof endpoints.home.log> & Choice, asked: Asked): Promise<Sheet> {
  const { list, before, total } = await trafficLog(input, asked);
  return sheetOf(input.query_type, paired(list, before), pointColumns(total, input.compare !== undefined), input);
}

type CensusRow = Output<typeof endpoints.home.census>['list'][number];

/** By hour of the day, or by day of the month. */
export async function censusSheet(input: Parsed<typeof endpoints.home.census> & Choice, asked: Asked): Promise<Sheet> {
  const { list, total } = await census(input, asked);
  const columns: SheetColumn<CensusRow>[] = [
    column<CensusRow>('key'), column<CensusRow>('pv'), column<CensusRow>('uv'), column<CensusRow>('ip'), column<CensusRow>('times'),
    { key: 'share', cell: ({ pv }) => share(pv, total.pv) },
    ...(['pv', 'uv', 'ip'] as const).map((figure): SheetColumn<CensusRow> => ({ key: `mean_${figure}`, cell: ({ mean }) => mean[figure] })),
  ];
  return sheetOf(input.query_type, list, columns, input);
}
