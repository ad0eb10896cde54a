/** A text that no screen uses is a text that somebody translates for nothing, and that goes stale unseen. */
import { AGGREGATES, AI_TYPES, ALARM_CHANNELS, ALARM_KINDS, alarmSendState, AUDIT_ACTIONS, authenticity, BULK_KINDS, CLIENT_ERROR_KINDS, COUNTED_ONLY, coverage, DIMENSIONS, ERRORS, evidence, FINDINGS, PROVEN_AS, PROVEN_TABLES, RECONCILED_CATEGORIES, REFUSALS, reportEvery, SPIDER_SIGNS, SPIDER_TYPES, SUSPICION_CODES, spiderOrigin, spiderRunState, takenFrom, TIME_GROUPS, userStatus } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { CLOSINGS } from '../../src/app/layout/tabs/tabs';
import { en } from '../../src/i18n/texts/en';
import { RANGE_TOKENS } from '../../src/lib/range';
import { RULE_FIELDS } from '../../src/screens/alarms/alarm-state';
import { AUDIT_SUBJECTS } from '../../src/screens/audit/list-state';
import { ONLY, SPENDS, YES_NO } from '../../src/screens/crawl-coverage/coverage-state';
import { MISSING } from '../../src/screens/crawl-coverage/lifecycle-state';
import { VISIT_FIELDS } from '../../src/widgets/visit-record/visit-fields';
import { TREND_METRICS } from '../../src/widgets/trend-data';
import { PROVEN_FIGURES } from '../../src/widgets/proof/figure-names';
import { SIZES } from '../../src/widgets/preferences';
import { DEVICE_TYPES } from '../../src/widgets/use-screen-filter';
import { AVATAR_STEPS } from '../../src/screens/profile/avatar-steps';
import { PROFILE_TABS } from '../../src/screens/profile/profile-tabs';
import { EXAMPLES } from '../../src/screens/sql/examples';
import { SITE_SECTIONS } from '../../src/widgets/site-sections';
import { OWN_SECTIONS } from '../../src/screens/websites/own-sections';
import { TRACKING_SETTINGS } from '../../src/widgets/site-fields';
import { SOURCES } from './sources';

const KEYS = Object.keys(en);

/** Keys put together while running, as they stand in the sources (each `${…}` as a star), and everything the star can be. A new one needs a line here. */
const DYNAMIC: Readonly<Record<string, readonly string[]>> = {
  'aggregate.*': AGGREGATES,
  'ai.purpose.*': AI_TYPES,
  'alarm.field.*': Object.keys(RULE_FIELDS),
  'alarm.help.*': ALARM_KINDS,
  'alarm.kind.*': ALARM_KINDS,
  'alarm.says.*': ['usual', 'hits', 'failed', 'free', 'late'],
  'alarm.state.*': alarmSendState.options,
  'alarm.via.*': ALARM_CHANNELS,
  'authenticity.*': authenticity.options,
  'authenticity.why.*': evidence.shape.why.options,
  'bulk.*': ['suffix', 'oneFile', 'tooLarge'],
  'bulk.help.*': BULK_KINDS,
  'bulk.kind.*': BULK_KINDS,
  'bulk.outcome.*': ['add', 'edit', 'same', 'error'],
  'coverage.*': ['listed_never', 'visited_never'],
  'coverage.count.*': Object.keys(coverage.summary.output.shape.urls.shape),
  'coverage.crawled.*': YES_NO,
  'coverage.listed.*': YES_NO,
  'coverage.only.*': ONLY,
  'coverage.spend.*': SPENDS,
  'coverage.visited.*': YES_NO,
  'lifecycle.any.*': MISSING,
  'reconcile.category.*': RECONCILED_CATEGORIES,
  'reconcile.finding.*': FINDINGS,
  'reconcile.why.*': FINDINGS,
  'lifecycle.kind.*': MISSING,
  'lifecycle.missing.*': MISSING,
  'change.*': ['up', 'down', 'same'],
  'closeTabs.*': CLOSINGS,
  'colour.*': ['sky', 'blue', 'violet', 'teal', 'green', 'red', 'slate', 'graphite'],
  'counted.*': COUNTED_ONLY,
  'density.*': ['comfortable', 'standard', 'compact'],
  'device.*': DEVICE_TYPES,
  'auditAction.*': AUDIT_ACTIONS,
  'auditSubject.*': AUDIT_SUBJECTS,
  'avatarStep.*': AVATAR_STEPS,
  'errorKind.*': CLIENT_ERROR_KINDS,
  'sql.example.*': EXAMPLES,
  'status.store.*': ['ok', 'unavailable'],
  'status.role.*': ['all', 'collect', 'console'],
  'failure.*': [...Object.keys(ERRORS), 'network', 'timeout', 'shape'],
  'field.*': [...VISIT_FIELDS.map(({ key }) => key), 'country_code'],
  'group.*': [...new Set([...DIMENSIONS.values()].map(({ group }) => group)), 'more'],
  'metric.*': TREND_METRICS,
  'profileTab.*': PROFILE_TABS,
  'proof.as.*': PROVEN_AS,
  'proof.figure.*': PROVEN_FIGURES,
  'proof.means.*': PROVEN_FIGURES,
  'proof.table.*': PROVEN_TABLES,
  'range.*': RANGE_TOKENS,
  'reach.*': ['offline', 'unreachable'],
  'refusal.*': Object.keys(REFUSALS),
  'schedule.every.*': reportEvery.options,
  'schedule.state.*': ['no_server', 'no_site', 'no_figures'],
  'settings.*': ['tagsView', 'fixedHeader', 'sidebarLogo', 'pinyinSearch', 'shortcuts'],
  'settings.up.*': ['red', 'green'],
  'site.section.*': [...SITE_SECTIONS, ...OWN_SECTIONS],
  'size.*': SIZES,
  'spider.from.*': takenFrom.options,
  'spider.origin.*': spiderOrigin.options,
  'spider.outcome.*': ['wins', 'shorter', 'later', 'disabled'],
  'spider.run.*': spiderRunState.options,
  'spider.sign.*': SPIDER_SIGNS,
  'spider.warn.*': ['duplicate', 'covered', 'covers'],
  'spiderType.*': SPIDER_TYPES,
  'suspicious.help.*': SUSPICION_CODES,
  'suspicious.sign.*': SUSPICION_CODES,
  'suspicious.weight.*': ['sure', 'hint'],
  'suspicious.why.*': SUSPICION_CODES,
  'timeGroup.*': TIME_GROUPS,
  'theme.*': ['light', 'dark', 'system'],
  'theme.short.*': ['light', 'dark', 'system'],
  'tracking.*': TRACKING_SETTINGS,
  'tracking.*.help': TRACKING_SETTINGS,
  'userStatus.*': userStatus.options,
};

/** Texts in back quotes that look like a key: some words with points between, one of them computed. */
function patternsIn(text: string): string[] {
  const roots = new Set(KEYS.map((key) => key.split('.')[0]));
  return [...text.matchAll(/`((?:[\w-]+\.)+\$\{[^}`]+\}(?:\.[\w-]+)*)`/gu)].map(([, found = '']) => found.replaceAll(/\$\{[^}]+\}/gu, '*')).filter((pattern) => roots.has(pattern.split('.')[0]));
}

const literals = new Set(SOURCES.flatMap(({ text }) => [...text.matchAll(/['"]([\w.-]+)['"]/gu)].map(([, found = '']) => found)));
const patterns = new Set(SOURCES.flatMap(({ text }) => patternsIn(text)));
const computed = new Set(Object.entries(DYNAMIC).flatMap(([pattern, values]) => values.map((value) => pattern.replace('*', value))));

describe('the sources', () => {
  it('are read', () => {
    expect(SOURCES.length).toBeGreaterThan(100);
    expect(literals.has('login.title')).toBe(true);
    expect(patternsIn('t(`range.${token}`) + `a.${b}` + t(`tracking.${x}.help`)')).toEqual(['range.*', 'tracking.*.help']);
  });

  it('compute only keys that the table names, and the table names no other', () => {
    expect([...patterns].toSorted()).toEqual(Object.keys(DYNAMIC).toSorted());
  });

  it('can compute no key that has no text', () => {
    expect([...computed].filter((key) => !KEYS.includes(key))).toEqual([]);
  });

  it('use every text', () => {
    expect(KEYS.filter((key) => !literals.has(key) && !computed.has(key))).toEqual([]);
  });
});
