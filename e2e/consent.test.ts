import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './support/api.js';
import { openStage, type Stage } from './support/tracked.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** As docs/tracker.md shows it. */
const page = (address: string): string => `<!doctype html><html lang="en"><head><title>Asks first</title><script>
  window.footfall = window.footfall || function () { (footfall.q = footfall.q || []).push(arguments); };
  function onConsent() {
    const line = document.createElement('script');
    line.src = '${address}/t.js';
    document.head.append(line);
  }
  footfall('event', 'early');
</script></head><body><button type="button" onclick="onConsent()">Yes</button></body></html>`;

it('reads, keeps and sends nothing before the consent, and counts from then on', async () => {
  const site = await stage.site('consent', { '/': page(stage.url) });
  const visitor = await stage.visitor();
  const asked: string[] = [];
  visitor.context.on('request', (request) => {
    if (request.url().startsWith(stage.url)) asked.push(new URL(request.url()).pathname);
  });
  await visitor.page.goto(site.origin, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  expect(await visitor.page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  await visitor.page.getByRole('button').click();
  await eventually(() => Promise.resolve(asked), (paths) => paths.filter((path) => path === '/collect').length >= 2);
  // The view and the event that was called before.
  const [visit] = await site.visits(2);
  expect(visit).toMatchObject({ url: `${site.origin}/`, title: 'Asks first' });
  expect(asked).toContain('/t.js');
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
});
