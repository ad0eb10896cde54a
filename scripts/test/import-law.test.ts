import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let tree: string;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'footfall-law-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** What lint says of one file that imports one thing, at a place in a tree laid out like this one. */
function lint(file: string, imported: string, name = 'thing'): string {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { ${name} } from '${imported}';\n\nexport const kept = ${name};\n`);
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), [file], { cwd: tree, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  } finally {
    rmSync(path);
  }
}

const FORBIDDEN = [
  ['packages/server/src/journal/a.ts', '../warehouse/client.js'],
  ['packages/server/src/warehouse/a.ts', '../questions/plan.js'],
  ['packages/server/src/metadata/a.ts', '../http/bind.js'],
  ['packages/server/src/enrich/a.ts', '../journal/journal.js'],
  ['packages/server/src/enrich/steps/a.ts', '../../collect/admit.js'],
  ['packages/server/src/collect/a.ts', '../flush/flusher.js'],
  ['packages/server/src/logs/a.ts', '../warehouse/client.js'],
  ['packages/server/src/flush/a.ts', '../collect/intake.js'],
  ['packages/server/src/questions/a.ts', '../metadata/sites.js'],
  ['packages/server/src/questions/a.ts', '@clickhouse/client'],
  ['packages/server/src/exports/a.ts', '../routes/report.js'],
  ['packages/server/src/bulk/a.ts', '../warehouse/client.js'],
  ['packages/server/src/bulk/a.ts', '../routes/bulk.js'],
  ['packages/server/src/backup/a.ts', '../questions/plan.js'],
  ['packages/server/src/move/a.ts', '../questions/plan.js'],
  ['packages/server/src/doctor/a.ts', '../routes/report.js'],
  ['packages/server/src/session-repair/a.ts', '../journal/journal.js'],
  ['packages/server/src/spider-history/a.ts', '../journal/journal.js'],
  ['packages/server/src/alarms/a.ts', '../http/bind.js'],
  ['packages/server/src/alarms/a.ts', '../reports/due.js'],
  ['packages/server/src/reports/a.ts', '../http/bind.js'],
  ['packages/server/src/sitemaps/a.ts', '../questions/plan.js'],
  ['packages/server/src/outbound/a.ts', '../metadata/sites.js'],
  ['packages/server/src/routes/a.ts', '../warehouse/client.js'],
  ['packages/server/src/routes/a.ts', 'kysely'],
  ['packages/server/src/http/a.ts', '../questions/trend.js'],
  ['packages/server/src/app.ts', '@footfall/engine'],
  ['packages/contract/src/a.ts', 'node:fs'],
  ['packages/contract/src/a.ts', '@footfall/server'],
  ['packages/tracker/src/a.ts', 'zod'],
  ['packages/engine/src/a.ts', '@footfall/contract'],
  ['packages/memory/src/a.ts', '@footfall/contract'],
  ['packages/console/src/screens/report/a.ts', '../../app/shell.js'],
  ['packages/console/src/screens/report/a.ts', '../dashboard/panel.js'],
  ['packages/console/src/screens/report/a.ts', 'echarts'],
  ['packages/console/src/charts/trend-option.ts', '../api/home.js'],
  ['packages/console/src/charts/trend-option.ts', 'echarts/core'],
  ['packages/console/src/api/a.ts', 'antd'],
  ['packages/console/src/app/a.ts', '@footfall/server'],
] as const;

const ALLOWED = [
  ['packages/server/src/collect/a.ts', '../journal/journal.js'],
  ['packages/server/src/logs/formats/a.ts', '../line.js'],
  ['packages/server/src/logs/a.ts', '../collect/intake.js'],
  ['packages/server/src/flush/a.ts', '../warehouse/client.js'],
  ['packages/server/src/backup/a.ts', '../journal/journal.js'],
  ['packages/server/src/doctor/a.ts', '../metadata/check.js'],
  ['packages/server/src/session-repair/a.ts', '../warehouse/client.js'],
  ['packages/server/src/spider-history/a.ts', '../session-repair/session-repair.js'],
  ['packages/server/src/alarms/a.ts', '../metadata/alarms.js'],
  ['packages/server/src/warehouse/a.ts', '@clickhouse/client'],
  ['packages/server/src/routes/a.ts', '../questions/trend.js'],
  ['packages/server/src/routes/a.ts', '../exports/csv.js'],
  ['packages/server/src/deps.ts', './warehouse/client.js'],
  ['packages/engine/src/a.ts', '@footfall/memory'],
  ['packages/tracker/src/a.ts', './facts.js'],
  ['packages/console/src/charts/chart.tsx', 'echarts/core'],
  ['packages/console/src/screens/report/a.ts', '@footfall/contract'],
  ['packages/console/src/screens/report/a.ts', '../../widgets/table.js'],
] as const;

describe('import law', () => {
  it.each(FORBIDDEN)('%s may not import %s', (file, imported) => {
    expect(lint(file, imported)).toContain('is restricted from being used');
  });

  it.each(ALLOWED)('%s may import %s', (file, imported) => {
    expect(lint(file, imported)).toContain('Found 0 warnings and 0 errors');
  });

  it.each(['App', 'message', 'notification'])('screens and widgets tell through the notices, not through %s of the library', (name) => {
    expect(lint('packages/console/src/screens/report/a.ts', 'antd', name)).toContain('no-restricted-imports');
    expect(lint('packages/console/src/widgets/a.ts', 'antd', name)).toContain('no-restricted-imports');
    expect(lint('packages/console/src/widgets/a.ts', 'antd', 'Button')).toContain('Found 0 warnings and 0 errors');
  });
});
