/** The spider rules: list, look at one, add, edit, remove, and what a rule would make of an agent. */
import { type AuditAction, endpoints, FootfallError, SPIDER_TYPES, type SpiderVerdictAnswer, type SpiderWarning } from '@footfall/contract';
import { spiderListSheet } from '../exports/spider-sheets.js';
import { fileName, fileOf } from '../exports/file.js';
import type { HandlersOf, RequestContext } from '../http/handler.js';
import { localTimeIn } from '../http/local-time.js';
import type { Audit } from '../metadata/audit.js';
import type { NewSpider, Spider, Spiders } from '../metadata/spiders.js';
import { spiderActivity } from '../questions/spider-figures.js';
import { paginationOf } from '../questions/paging.js';
import { asking, type QuestionDeps } from './asking.js';
import { changeOf, writeDownIn } from './audited.js';
import { chosenSpiders, spiderAnswer, spiderRowOf } from './spider-answer.js';

export interface SpiderRuleDeps extends QuestionDeps {
  readonly spiders: Spiders;
  /** Where the rules decide about what comes in. */
  readonly enricher: { useRules(rules: readonly Spider[]): void };
  /** What can be told about rules without asking the store. */
  readonly lab: {
    judge(agent: string, rules: readonly Spider[]): SpiderVerdictAnswer;
    warnings(id: number, keywords: readonly string[], rules: readonly Spider[]): SpiderWarning[];
  };
  readonly audit: Pick<Audit, 'record'>;
}

const { spiders: calls } = endpoints;

type Rules = Pick<HandlersOf<typeof calls>, 'list' | 'listExport' | 'info' | 'add' | 'edit' | 'remove' | 'bulk' | 'typeList' | 'spiderList' | 'warnings' | 'test'>;

const EDITABLE = ['type', 'name', 'keywords', 'enabled'] as const;

/** The handlers. After each change the way in has the rules before the answer is sent, so that the next hit is decided by them. */
export function spiderRuleRoutes(deps: SpiderRuleDeps): Rules {
  const { spiders, enricher, lab } = deps;
  const localTime = localTimeIn(deps.directory.timeZone);
  const writeDown = writeDownIn(deps.audit);
  const answer = (spider: Spider) => spiderAnswer(spider, localTime(spider.createdAt));

  const note = (context: RequestContext, action: AuditAction, spider: Spider, details: Record<string, unknown>): Promise<void> => writeDown(context, action, spider.name, { id: spider.id, ...details });

  async function changed(context: RequestContext, action: AuditAction, spider: Spider, details: Record<string, unknown>): Promise<void> {
    enricher.useRules(await spiders.all());
    await note(context, action, spider, details);
  }

  async function rowsOf(context: RequestContext, patience: number) {
    const asked = asking(deps, '', context, patience);
    const [all, activity] = await Promise.all([spiders.all(), spiderActivity(asked)]);
    return all.map((spider) => spiderRowOf(spider, activity.get(spider.id), localTime));
  }

  return {
    async list(input, context) {
      const rows = chosenSpiders(await rowsOf(context, calls.list.timeout), input);
      return { list: rows.slice((input.page - 1) * input.per_page, input.page * input.per_page), meta: paginationOf(input, rows.length) };
    },

    async listExport(input, context) {
      const rows = chosenSpiders(await rowsOf(context, calls.listExport.timeout), input);
      return fileOf(spiderListSheet(rows.slice(0, input.per_page), input), input.format, fileName('', 'spiders', undefined, localTime(deps.now())), deps.now());
    },

    info: async ({ id }) => answer(orUnknown(await spiders.byId(id))),

    async add({ type, name, keyword, status }, context) {
      const spider = await spiders.add({ type, name, keywords: keyword, enabled: status === 1 });
      await changed(context, 'spider.add', spider, { type, keywords: keyword, enabled: spider.enabled });
      return answer(spider);
    },

    async edit({ id, type, name, keyword, status }, context) {
      const before = orUnknown(await spiders.byId(id));
      const change: Partial<NewSpider> = {
        ...(type === undefined ? {} : { type }),
        ...(name === undefined ? {} : { name }),
        ...(keyword === undefined ? {} : { keywords: keyword }),
        ...(status === undefined ? {} : { enabled: status === 1 }),
      };
      const spider = orUnknown(await spiders.edit(id, change));
      const difference = changeOf(before, spider, EDITABLE);
      if (difference !== undefined) await changed(context, 'spider.edit', spider, difference);
      return answer(spider);
    },

    async remove({ id }, context) {
      const spider = orUnknown(await spiders.byId(id));
      if (!(await spiders.remove(id))) throw new FootfallError('spider.unknown');
      await changed(context, 'spider.remove', spider, { type: spider.type, keywords: spider.keywords });
      return null;
    },

    async bulk({ ids, action }, context) {
      const before = await spiders.bulk(ids, action);
      enricher.useRules(await spiders.all());
      for (const spider of before) {
        const details = action === 'remove' ? { type: spider.type, keywords: spider.keywords } : { before: { enabled: spider.enabled }, after: { enabled: !spider.enabled } };
        await note(context, action === 'remove' ? 'spider.remove' : 'spider.edit', spider, details);
      }
      return { changed: before.length };
    },

    async typeList() {
      const used = new Set((await spiders.all()).map(({ type }) => type));
      const own = [...used].filter((type) => !(SPIDER_TYPES as readonly string[]).includes(type)).toSorted();
      return [...SPIDER_TYPES, ...own];
    },

    async spiderList({ type }) {
      const names = (await spiders.all()).filter((spider) => type === '' || spider.type === type).map(({ id, name }) => ({ id, name }));
      return names.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
    },

    warnings: async ({ id, keyword }) => lab.warnings(id, keyword, await spiders.all()),

    test: async ({ user_agent: agent }) => lab.judge(agent, await spiders.all()),
  };
}

function orUnknown(spider: Spider | undefined): Spider {
  if (!spider) throw new FootfallError('spider.unknown');
  return spider;
}
