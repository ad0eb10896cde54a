/** A site's visits in a store and in memory, changed alike: what is asked of one is counted in the other by plain loops. */
import type { VisitRecord } from '@footfall/contract';
import { pino } from 'pino';
import { VISIT_COLUMNS, writeVisit } from '../../src/journal/visit-row.js';
import { createZones } from '../../src/questions/zone.js';
import { createRollUpJob, type RollUpJob } from '../../src/roll-up-job.js';
import { createWarehouse, type Warehouse } from '../../src/warehouse/client.js';
import { type KeptOverStarts, keptOverStarts } from '../../src/warehouse/rolled/kept-over-starts.js';
import { tailOf } from '../journal/rows-of.js';
import { makeFixture } from '../questions/fixture.js';
import type { TestEngine } from '../warehouse/start-engine.js';

/** Of the days before it October is a whole month. */
export const NOW = Date.UTC(2026, 10, 4, 9, 20, 30, 500);
export const DAYS = 40;
/** Earlier days of October are there by month only. */
export const DAYS_BY_VALUE = 10;
/** Of the sites; Berlin set its clocks back on 25 October. */
export const ZONE_OF: Readonly<Record<number, string>> = { 1: 'Asia/Shanghai', 2: 'Europe/Berlin' };
const zones = createZones();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AGENTS = 12;
/** So many that some visits more or less put them into another order. */
const COUNTRIES = 180;
const countryOf = (person: number): string => (person % COUNTRIES === 0 ? '' : String.fromCharCode(65 + (person % 13), 65 + (Math.floor((person % COUNTRIES) / 13) % 26)));

/** Whose bytes are in another order than their UTF-16 units are. */
const PAGES = ['', 'a', 'A', 'b?c=d', 'ü', '中文', '\u{ffed}', '\u{1f463}', '"', '\\', ...Array.from({ length: 30 }, (_, at) => String(at))];

const MODELS = ['', 'SM-A1', 'SM-A10', 'ü 中', '"'];

/** The number of a visitor of this world, where a fingerprint is the number in another spelling. */
export const visitorOf = (fingerprint: string): string => String(BigInt(`0x${fingerprint}`));

export class World {
  visits: VisitRecord[] = [];
  warehouse: Warehouse;
  job: RollUpJob;
  readonly #pattern: VisitRecord;
  #batch = 0;
  #id = 0n;

  constructor(readonly engine: TestEngine, readonly random: () => number) {
    const [pattern] = makeFixture().visits;
    if (pattern === undefined) throw new Error('no pattern');
    this.#pattern = pattern;
    [this.warehouse, this.job] = this.#open();
  }

  #open(): [Warehouse, RollUpJob] {
    const warehouse = createWarehouse({ source: this.engine.supervisor, log: this.engine.log, now: Date.now, alone: true });
    const { rolled, rollUps } = warehouse;
    if (rolled === null || rollUps === null) throw new Error('nothing is rolled up');
    return [warehouse, createRollUpJob({ rolled, rollUps, zoneOf: (siteId) => zones(ZONE_OF[siteId] ?? 'UTC'), now: () => NOW, log: pino({ level: 'silent' }), busy: 1, valuesByDay: DAYS_BY_VALUE * 24 })];
  }

  #keptOver(warehouse: Warehouse, build: string): KeptOverStarts {
    const { rolled } = warehouse;
    if (rolled === null) throw new Error('nothing is kept');
    return keptOverStarts({ lists: rolled, dataFolder: this.engine.folder, build: Promise.resolve(build), store: () => warehouse.storeMark(), log: this.engine.log });
  }

  /** As another process would find the store, with what is kept. @param meanwhile what is done while no process has it @param build of the later process */
  async reopen(meanwhile: () => Promise<void> = () => Promise.resolve(), build = 'one'): Promise<void> {
    await this.job.stop();
    await this.#keptOver(this.warehouse, 'one').write();
    await this.warehouse.close();
    await meanwhile();
    [this.warehouse, this.job] = this.#open();
    await this.warehouse.rolled?.load();
    await (await this.#keptOver(this.warehouse, build).take()).read;
  }

  make(siteId: number, from: number, to: number): VisitRecord {
    const { random } = this;
    const person = 1 + Math.floor(random() ** 2 * 900);
    this.#id += 1n;
    const search = random() < 0.3;
    // A third of the visitors have numbers whose bytes end with zeros.
    const visitor = person % 3 === 0 ? BigInt(person) : 2n ** 62n + BigInt(person);
    return {
      ...this.#pattern,
      id: String(this.#id), site_id: siteId, created_at: Math.floor(from + random() * (to - from)), received_at: NOW,
      visitor: String(visitor), fingerprint: person % 11 === 0 ? '' : visitor.toString(16),
      ip: `198.51.${Math.floor(random() * 3)}.${person % 250}`, user_agent: `Agent/${String(person % AGENTS)} of ${String(person % AGENTS)}`,
      country_code: countryOf(person), url: `https://site.example/${PAGES[person % PAGES.length] ?? ''}`, entry_url: `https://site.example/${PAGES[person % 7] ?? ''}`, referer: search ? 'https://www.baidu.com/' : '',
      channel: search ? 'search' : 'direct', referer_name: search ? 'Baidu' : '',
      // Some change their system, so that a visitor has several models; nothing is known of others.
      device_model: MODELS[person % MODELS.length] ?? '', os_name: random() < 0.1 ? 'Other' : 'Android', gpu_vendor: person % 5 === 0 ? '' : 'Qualcomm', gpu_renderer: person % 5 === 0 ? '' : `Adreno ${String(person % 4)}`,
    };
  }

  async store(visits: readonly VisitRecord[]): Promise<void> {
    this.#batch += 1;
    const body = Buffer.from(visits.map((visit) => `[${String(this.#batch)},${tailOf(writeVisit, visit)}\n`).join(''));
    await this.warehouse.insert({ table: 'visits', columns: VISIT_COLUMNS, body, token: `visits-${String(this.#batch)}` });
    this.visits.push(...visits);
  }

  /** As the journal sends what it heard no answer of: whatever came of it goes first. An insert is not whole where its visits lie in several months. */
  async storeAgain(visits: readonly VisitRecord[]): Promise<void> {
    await this.warehouse.deleteBatches('visits', [this.#batch]);
    await this.store(visits);
  }

  many(count: number, siteId = 1, from = NOW - DAYS * DAY, to = NOW): VisitRecord[] {
    return Array.from({ length: count }, () => this.make(siteId, from, to));
  }

  async rowsOf(sql: string): Promise<number> {
    const { rows } = await this.engine.warehouse.query<{ num: string }>(`SELECT count() AS num FROM ${sql}`, {});
    return Number(rows[0]?.num ?? 0);
  }
}
